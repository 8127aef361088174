import { connect, hashOfCode, readAccess, type StoredAccess } from '../connection/stored-access.ts';
import { programCommand } from '../program-command.ts';
import { type Command, UnusableCommand } from './read-command.ts';
import type { Surroundings } from './surroundings.ts';

const missing = `Give the device code and the address of the platform: ${programCommand} connect --code SERVICE-AGENT-XXXX-XXXX --url URL`;

export async function runConnect(command: Command, { places, now, print }: Surroundings): Promise<number> {
  const { code, url } = command;
  if (code === undefined || url === undefined) throw new UnusableCommand(missing);
  const before = command.replaces ? undefined : readAccess(places.access);
  if (before !== undefined) {
    throw new UnusableCommand(
      `"${before.agentName}" (${before.agentId}) is already connected. Use --profile for another agent, or --replace.`,
    );
  }
  const { agentName, agentId, url: baseUrl } = await connect(places.access, { code, url }, now());
  print(
    command.isJson
      ? JSON.stringify({ agentId, agentName, url: baseUrl, file: places.access })
      : `Connected as "${agentName}" (${agentId}) to ${baseUrl}. The access token is in ${places.access}, which only you can read.`,
  );
  return 0;
}

/** The stored access, or the one for a code in the environment that was not redeemed before. */
export async function accessFor({ code, url }: Command, { places, now, tell }: Surroundings): Promise<StoredAccess> {
  const stored = readAccess(places.access);
  if (code === undefined || stored?.codeHash === hashOfCode(code)) {
    if (stored !== undefined) return stored;
    throw new UnusableCommand(`No agent is connected. ${missing}`);
  }
  if (url === undefined) throw new UnusableCommand(missing);
  const access = await connect(places.access, { code, url }, now());
  tell(`connected as "${access.agentName}" (${access.agentId})`);
  return access;
}
