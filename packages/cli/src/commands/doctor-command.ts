import type { Command } from 'commander';
import { type Access, findAccess } from '../connection/access.ts';
import { platformClient } from '../connection/clients.ts';
import { checkClock, checkDeliveries } from '../doctor/check-deliveries.ts';
import { checkEndpoint, checkSignature } from '../doctor/check-endpoint.ts';
import { checkCredentials, checkServer } from '../doctor/check-server.ts';
import type { Finding } from '../doctor/finding.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import { type Style, styleFor } from '../output/style.ts';
import { Failed } from '../refusals.ts';
import type { Surroundings } from '../surroundings.ts';

const help = `
It only reads. What it finds has a cause and what mends it, with the words to type. Exit status 1 where something is at
fault.
`;

/** Each check uses the results of the one before it. */
async function findingsOf(access: Access, surroundings: Surroundings): Promise<readonly Finding[]> {
  const server = await checkServer(access, surroundings);
  if (server.state === 'FAULT') return [server];
  const client = platformClient(access, surroundings);
  const { finding, config } = await checkCredentials(access, client);
  if (config === undefined) return [server, finding];
  return [
    server,
    finding,
    await checkEndpoint(config, access.baseUrl),
    checkSignature(config),
    await checkClock(client),
    ...(await checkDeliveries(client, config.webhookEndpoint !== undefined)),
  ];
}

const labelWidth = 12;

function marks(style: Style): Readonly<Record<Finding['state'], string>> {
  return { GOOD: style.good('✓'), WARNING: style.warning('!'), FAULT: style.bad('✗') };
}

function describe({ check, state, found, fix, commands = [] }: Finding, style: Style): string {
  const indent = ' '.repeat(labelWidth + 3);
  const lines = [`${marks(style)[state]} ${style.strong(check.padEnd(labelWidth))} ${found}`];
  if (fix !== undefined) lines.push(`${indent}→ ${fix}`);
  return [...lines, ...commands.map((command) => `${indent}  $ ${command}`)].join('\n');
}

export function addDoctor(program: Command, surroundings: Surroundings): void {
  const command = program
    .command('doctor')
    .summary('find out why webhooks do not arrive, and how to fix it')
    .description('Finds out why webhooks do not arrive, and how to fix it.')
    .addHelpText('after', help);
  command.action(async () => {
    const { json, color, ...target } = commonFlags(command);
    const style = styleFor(surroundings, color);
    const findings = await findingsOf(findAccess(target, surroundings), surroundings);
    surroundings.signal.throwIfAborted();
    surroundings.print(
      json === true ? JSON.stringify({ findings }) : findings.map((finding) => describe(finding, style)).join('\n'),
    );
    if (findings.some(({ state }) => state === 'FAULT')) throw new Failed('');
  });
}
