import { setTimeout as delay } from 'node:timers/promises';
import { callerWith } from '../../../server/test/agents.ts';
import { type Answer, type Caller, expectStatus } from '../../../server/test/caller.ts';
import type { TwoServers } from '../../../server/test/two-servers.ts';
import { type Copy, copyScene, differences, type KnownIds, type Rows, withoutTimes } from './copies.ts';
import type { Pair, SceneRequest } from './requests.ts';

/** What two requests have led to. */
interface Outcome {
  /** The answers of the first and the second request, by status and code. */
  readonly answers: readonly [string, string];
  readonly rows: Rows;
}

export interface Oddity {
  readonly pair: string;
  readonly problem: string;
}

export interface Stage {
  readonly two: TwoServers;
  readonly known: KnownIds;
}

/** By how many milliseconds the second request starts later, or earlier. */
const leadsMs = [0, 0, 2, -2] as const;

/** Enough to see what differs. */
const mostShown = 6;

function told({ status, body }: Answer): string {
  return status < 400 ? String(status) : `${status} ${body?.code}`;
}

export function nameOf([first, second]: Pair): string {
  return `${first.name} + ${second.name}`;
}

/** Rows of requests that take several units have times between those of the two orders. */
async function rowsAfter(copy: Copy, pair: Pair): Promise<Rows> {
  const rows = await copy.rows();
  return pair.some(({ isLong }) => isLong) ? withoutTimes(rows) : rows;
}

/** Who sends the two requests, each to its own server. A copy has no tokens of agents, so theirs are made here. */
export async function callersOf({ callers }: Copy, pair: Pair): Promise<readonly [Caller, Caller]> {
  const tokens = new Map<string, string>();
  for (const { by } of pair) {
    if (by === undefined || tokens.has(by)) continue;
    const { code } = expectStatus(await callers[0].request('POST', `/agents/${by}/device-codes`), 201);
    const redeemed = await callers[0].request('POST', `/agents/device-codes/${code}/redeem`);
    tokens.set(by, expectStatus(redeemed, 200).accessToken);
  }
  const callerOf = (at: 0 | 1): Caller => {
    const token = tokens.get(pair[at].by ?? '');
    return token === undefined ? callers[at] : callerWith(callers[at], token);
  };
  return [callerOf(0), callerOf(1)];
}

async function oneByOne({ two, known }: Stage, pair: Pair, order: readonly [0, 1] | readonly [1, 0]): Promise<Outcome> {
  const copy = await copyScene(two, known);
  const callers = await callersOf(copy, pair);
  const answers: [string, string] = ['', ''];
  for (const at of order) answers[at] = told(await pair[at].send(callers[at]));
  return { answers, rows: await rowsAfter(copy, pair) };
}

async function atOnce({ two, known }: Stage, pair: Pair, leadMs: number): Promise<Outcome> {
  const copy = await copyScene(two, known);
  const [first, second] = await callersOf(copy, pair);
  const later = async (request: SceneRequest, caller: typeof first, waitMs: number): Promise<string> => {
    if (waitMs > 0) await delay(waitMs);
    return told(await request.send(caller));
  };
  const answers = await Promise.all([later(pair[0], first, -leadMs), later(pair[1], second, leadMs)]);
  return { answers, rows: await rowsAfter(copy, pair) };
}

function answersOf({ answers }: Outcome, pair: Pair): string {
  // Nobody can tell the two apart.
  return pair[0] === pair[1] ? [...answers].sort().join(' and ') : answers.join(' and ');
}

/**
 * Sends both requests at once, each to its own server, again and again on copies of one scene. Their answers and the
 * rows they leave must be those of one order or the other. Returns the first oddity.
 */
export async function race(stage: Stage, pair: Pair, leads: readonly number[] = leadsMs): Promise<Oddity | undefined> {
  const orders = [await oneByOne(stage, pair, [0, 1])];
  if (pair[0] !== pair[1]) orders.push(await oneByOne(stage, pair, [1, 0]));
  for (const leadMs of leads) {
    const seen = await atOnce(stage, pair, leadMs);
    const answered = answersOf(seen, pair);
    const alike = orders.filter((order) => answersOf(order, pair) === answered);
    const compared = alike.map(({ rows }) => differences(rows, seen.rows)).sort((a, b) => a.length - b.length);
    if (compared[0]?.length === 0) continue;
    const expected = orders.map((order) => answersOf(order, pair)).join(', or ');
    const problem =
      compared[0] === undefined
        ? `answered ${answered}; one after the other ${expected}`
        : `answered ${answered} as in an order, and left other rows:\n  ${compared[0].slice(0, mostShown).join('\n  ')}`;
    return { pair: nameOf(pair), problem };
  }
  return undefined;
}
