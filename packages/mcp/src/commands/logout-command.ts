import { existsSync, rmSync } from 'node:fs';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Deletes the access token and the secret of HTTP clients. The payment records stay, so that nothing is paid twice. */
export async function runLogout({ isJson }: Command, { places, print }: Surroundings): Promise<number> {
  const wasConnected = existsSync(places.access);
  for (const file of [places.access, places.endpointSecret]) rmSync(file, { force: true });
  const words = wasConnected
    ? 'The access token is deleted from this computer. It stays valid until the platform deletes the agent.'
    : 'No agent was connected.';
  print(isJson ? JSON.stringify({ wasConnected }) : words);
  return 0;
}
