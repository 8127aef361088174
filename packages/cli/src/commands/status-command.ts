import { orThrow } from '@payments-platform/client';
import type { Command } from 'commander';
import { type Access, findAccess } from '../connection/access.ts';
import { agentClient, platformClient } from '../connection/clients.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import { keyValues } from '../output/key-values.ts';
import { styleFor } from '../output/style.ts';
import type { Surroundings } from '../surroundings.ts';

/** The address, the credentials and their state, the essential facts first. */
async function statusOf(access: Access, surroundings: Surroundings): Promise<Readonly<Record<string, unknown>>> {
  const { baseUrl, source, tokenId, accessToken } = access;
  const where = { baseUrl, credentials: source };
  if (tokenId === undefined && accessToken !== undefined) {
    const { id, name, isPaused } = await orThrow(agentClient(access, surroundings).GET('/agents/me'));
    return { ...where, agentId: id, agentName: name, isPaused };
  }
  const { webhookEndpoint = null } = await orThrow(platformClient(access, surroundings).GET('/config'));
  return { ...where, tokenId, webhookEndpoint };
}

export function addStatus(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('status')
    .description('Shows the address and credentials in use, and whether the platform accepts them.');
  command.action(async () => {
    const { json, color, ...target } = commonFlags(command);
    const status = await statusOf(findAccess(target, surroundings), surroundings);
    surroundings.print(json === true ? JSON.stringify(status) : keyValues(status, styleFor(surroundings, color)));
  });
}
