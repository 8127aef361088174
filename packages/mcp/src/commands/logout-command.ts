import { existsSync, rmSync } from 'node:fs';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Forgets the access token, and what clients over HTTP sent. What was asked for stays, so that nothing is paid twice. */
export async function runLogout({ isJson }: Command, { places, print }: Surroundings): Promise<number> {
  const wasConnected = existsSync(places.access);
  for (const file of [places.access, places.endpointSecret]) rmSync(file, { force: true });
  const words = wasConnected
    ? 'The access token is gone from this computer. It stays valid until the platform deletes the agent.'
    : 'Nobody was connected.';
  print(isJson ? JSON.stringify({ wasConnected }) : words);
  return 0;
}
