import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';
import { type Attempt, answerOf, hintOf } from './answer-hints.ts';
import { type Finding, good } from './finding.ts';

type StoredEvent = Received<'StoredEvent'>;

const shownAtMost = 100;
const troubled = ['SKIPPED', 'DEAD', 'WAITING'] as const;
type Troubled = (typeof troubled)[number];

const meanings: Readonly<Record<Troubled, string>> = {
  SKIPPED: 'never sent, because no endpoint was set',
  DEAD: 'given up because every attempt failed',
  WAITING: 'failed and waiting for the next attempt',
};

/** The newest events of a state, up to `shownAtMost`. */
async function eventsIn(client: PaymentsClient, status: Troubled | 'PENDING'): Promise<readonly StoredEvent[]> {
  const page = await orThrow(client.GET('/events', { params: { query: { status, limit: shownAtMost } } }));
  // A `TEST` event is not sent again, because it only matters when it is sent.
  return page.data.filter(({ type }) => type !== 'TEST');
}

function countOf(events: readonly StoredEvent[]): string {
  return events.length >= shownAtMost ? `${shownAtMost} or more` : String(events.length);
}

/** The last attempt to deliver an event. */
async function lastAttempt(
  client: PaymentsClient,
  events: readonly StoredEvent[],
): Promise<[StoredEvent, Attempt] | undefined> {
  const tried = events.find(({ attemptCount }) => attemptCount > 0);
  if (tried === undefined) return undefined;
  const details = await orThrow(client.GET('/events/{eventId}', { params: { path: { eventId: tried.id } } }));
  const [attempt] = details.attempts;
  return attempt === undefined ? undefined : [tried, attempt];
}

function resendCommand(states: readonly Troubled[], events: readonly StoredEvent[]): string {
  const oldest = events.map(({ createdAt }) => createdAt).toSorted()[0] ?? '';
  const isUsual = !states.includes('WAITING');
  return `payments events resend --since ${oldest}${isUsual ? '' : ` --status ${states.join(',')}`}`;
}

/** The last failed attempt: its time, the failure, and how to fix it. */
async function failedAttempt(client: PaymentsClient, events: readonly StoredEvent[]): Promise<Finding | undefined> {
  const last = await lastAttempt(client, events);
  if (last === undefined) return undefined;
  const [event, attempt] = last;
  const found = `${event.type} ${event.id}, attempt ${attempt.attempt} at ${attempt.startedAt} to ${attempt.endpoint}: ${answerOf(attempt)} (${attempt.durationMs} ms)`;
  return { check: 'last failure', state: 'FAULT', found, fix: hintOf(attempt) };
}

/** The last `TEST` event shows whether the endpoint accepts events. */
async function failedTest(client: PaymentsClient): Promise<readonly Finding[]> {
  const { data } = await orThrow(client.GET('/events', { params: { query: { type: 'TEST', limit: 1 } } }));
  const failed = data.filter(({ status }) => status === 'DEAD');
  const finding = failed.length === 0 ? undefined : await failedAttempt(client, failed);
  return finding === undefined ? [] : [finding];
}

/** How many events wait, were given up or were never sent, why, and the command that sends them again. */
export async function checkDeliveries(client: PaymentsClient, hasEndpoint: boolean): Promise<readonly Finding[]> {
  const found = await Promise.all(troubled.map(async (status) => ({ status, events: await eventsIn(client, status) })));
  const left = found.filter(({ events }) => events.length > 0);
  if (left.length === 0) {
    const pending = await eventsIn(client, 'PENDING');
    const waits = pending.length === 0 ? 'Every event was delivered' : `${countOf(pending)} waiting`;
    return [...(await failedTest(client)), good('deliveries', waits)];
  }
  const failed = await failedAttempt(
    client,
    left
      .filter(({ status }) => status !== 'SKIPPED')
      .flatMap(({ events }) => events)
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
  );
  const words = left.map(({ status, events }) => `${countOf(events)} ${status} (${meanings[status]})`);
  const all = left.flatMap(({ events }) => events);
  const states = left.map(({ status }) => status);
  const deliveries: Finding = {
    check: 'deliveries',
    state: states.some((status) => status !== 'WAITING') || !hasEndpoint ? 'FAULT' : 'WARNING',
    found: words.join(', '),
    fix: hasEndpoint ? 'Fix the cause, then send them again.' : 'Set an endpoint, then send them.',
    commands: [resendCommand(states, all)],
  };
  return [...(failed === undefined ? await failedTest(client) : [failed]), deliveries];
}

/** While the clock is frozen, nothing becomes due. */
export async function checkClock(client: PaymentsClient): Promise<Finding> {
  const check = 'clock';
  const { data: clock } = await client.GET('/sandbox/clock');
  if (clock === undefined) return good(check, 'real time');
  if (!clock.isFrozen)
    return good(check, `${clock.now}, ${clock.scale === 1 ? 'at real speed' : `${clock.scale} times as fast`}`);
  return {
    check,
    state: 'WARNING',
    found: `The clock is frozen at ${clock.now}, so no later attempt becomes due`,
    fix: 'Let the clock run, or advance it.',
    commands: ['payments clock run', 'payments clock advance 1m'],
  };
}
