import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { Command } from 'commander';
import { findAccess } from '../connection/access.ts';
import { platformClient } from '../connection/clients.ts';
import { platformNow } from '../connection/platform-time.ts';
import { readMoment, readPast } from '../connection/times.ts';
import { groupOf } from '../operations/operation-command.ts';
import { commonFlags } from '../operations/perform-operation.ts';
import { UnusableCommand } from '../refusals.ts';
import type { Surroundings } from '../surroundings.ts';

const help = `
  payments events resend Webhook:0198c0de-7a17-7e42-8f50-000000000005
  payments events resend --since 2h
  payments events resend --since 2025-01-01 --until 2025-01-02 --status SKIPPED

Without --status it sends what is SKIPPED, because no endpoint was set, and what is DEAD, because every attempt failed.
WAITING brings the next attempt forward. One that was delivered is sent again by its id only.
`;

const statuses = ['SKIPPED', 'DEAD', 'WAITING'] as const;
type Status = (typeof statuses)[number];

interface ResendFlags {
  readonly since?: string;
  readonly until?: string;
  readonly status?: string;
}

function statusesOf(given: string | undefined): Status[] | undefined {
  return given?.split(',').map((text) => {
    const found = statuses.find((status) => status === text.trim().toUpperCase());
    if (found === undefined)
      throw new UnusableCommand(`--status must be one of ${statuses.join(', ')}, not "${text}".`);
    return found;
  });
}

/** Sends as many requests as the range needs, each with its own key. */
async function resendRange(client: PaymentsClient, flags: ResendFlags, now: Date): Promise<number> {
  const { since = '', until, status } = flags;
  const chosen = statusesOf(status);
  const range = {
    from: readPast(since, now),
    to: until === undefined ? now.toISOString() : readMoment(until),
    ...(chosen && { statuses: chosen }),
  };
  let count = 0;
  let cursor: string | null = null;
  do {
    const body: typeof range & { cursor?: string } = { ...range, ...(cursor !== null && { cursor }) };
    const resent: { readonly count: number; readonly nextCursor: string | null } = await orThrow(
      client.POST('/events/resend', { body }),
    );
    count += resent.count;
    cursor = resent.nextCursor;
  } while (cursor !== null);
  return count;
}

type EventId = `Webhook:${string}`;

function isEventId(text: string): text is EventId {
  return text.startsWith('Webhook:');
}

async function resendEach(client: PaymentsClient, given: readonly string[]): Promise<number> {
  const ids = given.filter(isEventId);
  const odd = given.find((text) => !isEventId(text));
  if (odd !== undefined) throw new UnusableCommand(`"${odd}" is not an event id: event ids begin with Webhook:.`);
  for (const eventId of ids) await orThrow(client.POST('/events/{eventId}/resend', { params: { path: { eventId } } }));
  return ids.length;
}

export function addEventsResend(program: Command, surroundings: Surroundings): void {
  const command = groupOf(program, ['events'])
    .command('resend')
    .summary('send events again, by id or by time range')
    .description('Sends events again, including those that were never sent because no endpoint was set.')
    .argument('[event-ids...]', 'ids of events')
    .option('--since <time>', 'every missed event since a moment, or within the last 90s, 2h or 3d')
    .option('--until <moment>', 'end of the range; default: now')
    .option('--status <statuses>', `statuses that count as missed, separated by commas: ${statuses.join(', ')}`)
    .addHelpText('after', help);
  command.action(async () => {
    const { json, color: _color, ...target } = commonFlags(command);
    const flags = command.opts<ResendFlags>();
    const ids = command.args;
    if ((flags.since === undefined) === (ids.length === 0))
      throw new UnusableCommand('Give the ids of events, or --since with a time such as 2h, and not both.');
    const client = platformClient(findAccess(target, surroundings), surroundings);
    const count =
      ids.length > 0
        ? await resendEach(client, ids)
        : await resendRange(client, flags, await platformNow(client, surroundings));
    const words = count === 1 ? '1 event will be sent again.' : `${count} events will be sent again.`;
    surroundings.print(json === true ? JSON.stringify({ count }) : words);
  });
}
