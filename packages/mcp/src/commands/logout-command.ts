import { removePrivateFile } from '@payments-platform/client/private-file';
import type { Command } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Deletes the access token and the secret of HTTP clients. The payment records stay, so that nothing is paid twice. */
export async function runLogout({ isJson }: Command, { places, print }: Surroundings): Promise<number> {
  const wasConnected = removePrivateFile(places.access);
  removePrivateFile(places.endpointSecret);
  const words = wasConnected
    ? 'The access token is deleted from this computer. It stays valid until the platform deletes the agent.'
    : 'No agent was connected.';
  print(isJson ? JSON.stringify({ wasConnected }) : words);
  return 0;
}
