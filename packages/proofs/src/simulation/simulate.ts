import { createHash } from 'node:crypto';
import type { Database } from '../../../server/src/ground/database/database.ts';
import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { withWallets } from '../../../server/test/embedded-wallets.ts';
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts';
import { type Failure, type Step, walk } from '../walk/walk.ts';
import { actions } from './actions.ts';
import { agentActions } from './agent-actions.ts';
import { cardActions } from './card-actions.ts';
import type { Play, World } from './play.ts';
import { walletActions } from './wallet-actions.ts';
import { checkWallets, openWallets } from './wallet-world.ts';
import { createWorld } from './world.ts';

export type Part = 'AGENTS' | 'CARDS' | 'WALLETS';

export interface SimulationOptions {
  /** Opens an empty database: each walk has its own, so that it can be repeated alone. */
  readonly open: () => Promise<Database>;
  /** The minimum of payments to start; of card transactions or signed requests, if only those are played. */
  readonly payments: number;
  /** Plays only cards, embedded wallets or agents. */
  readonly only?: Part | undefined;
  readonly seed: number;
  /** Whether a failing walk is reduced to the necessary steps; default: true. */
  readonly isShortened?: boolean;
  readonly onProgress?: (payments: number) => void;
}

export interface SimulationReport {
  readonly payments: number;
  readonly cardTransactions: number;
  readonly signed: number;
  readonly requests: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly transactions: Readonly<Record<string, number>>;
  readonly events: number;
  readonly ledgerEntries: number;
  /** The failures, each with its walk. */
  readonly failure: (Failure & { readonly seed: number }) | undefined;
  /** A hash over all requests and responses in order: equal for the same seed. */
  readonly trace: string;
}

const tenDaysMs = 10 * 86_400_000;
const longestWalk = 2_000;
const timeLimitMs = 600_000;

interface Tally {
  payments: number;
  cardTransactions: number;
  signed: number;
  events: number;
  ledgerEntries: number;
  readonly answers: Map<string, number>;
  readonly transactions: Record<string, number>;
  readonly hash: ReturnType<typeof createHash>;
}

/**
 * Plays payments, cards and agents at random, walk by walk, lets everything end, and checks the whole store: every
 * invariant of `verify`, that every payment and card transaction has ended, and that no money is held.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const { open, payments, only, isShortened = true, onProgress } = options;
  const tally: Tally = {
    payments: 0,
    cardTransactions: 0,
    signed: 0,
    events: 0,
    ledgerEntries: 0,
    answers: new Map(),
    transactions: {},
    hash: createHash('sha256'),
  };
  // Two of five steps start a payment, and a walk has half of its maximum of steps on average.
  const longest = Math.min(longestWalk, 4 * payments);
  const begun = (): number => tally[countedOf(only)];
  let failure: SimulationReport['failure'];
  for (let seed = options.seed; begun() < payments && failure === undefined; seed += 1) {
    const play = (take: (play: Play) => Promise<void>): Promise<void> => playOnce({ open, only, seed }, take, tally);
    const found = await walk({
      steps: only === undefined ? actions : stepsOf[only],
      play,
      walks: 1,
      longest,
      seed,
      isShortened,
      timeLimitMs,
    });
    failure = found && { ...found, seed };
    onProgress?.(begun());
  }
  const { hash, answers, ...figures } = tally;
  return {
    ...figures,
    requests: [...answers.values()].reduce((sum, count) => sum + count, 0),
    answers: Object.fromEntries([...answers].sort(([one], [other]) => (one < other ? -1 : 1))),
    failure,
    trace: hash.digest('hex').slice(0, 16),
  };
}

function countedOf(only: Part | undefined): 'payments' | 'cardTransactions' | 'signed' {
  if (only === undefined || only === 'AGENTS') return 'payments';
  return only === 'CARDS' ? 'cardTransactions' : 'signed';
}

const stepsOf: Readonly<Record<Part, readonly Step<Play>[]>> = {
  AGENTS: agentActions,
  CARDS: cardActions,
  WALLETS: walletActions,
};

async function worldOf(server: TestServer, only: Part | undefined): Promise<World> {
  if (only !== 'WALLETS') return createWorld(server);
  const nothing = { customers: [], sources: [], destinations: [], pulled: [], cards: [], agents: [] };
  return { ...nothing, wallets: await openWallets(server) };
}

async function playOnce(
  { open, only, seed }: Pick<SimulationOptions, 'open' | 'only' | 'seed'>,
  take: (play: Play) => Promise<void>,
  tally: Tally,
): Promise<void> {
  const database = await open();
  const server = await startTestServer(database, {
    seed,
    ...((only === 'CARDS' || only === 'WALLETS') && withWallets),
  });
  try {
    const world = await worldOf(server, only);
    const answers = tally.answers;
    const play: Play = {
      ...{ server, world, answers },
      open: [],
      spent: [],
      chance: () => 0,
      payments: 0,
      cardTransactions: 0,
      signed: 0,
    };
    await take(play);
    await checkWallets(play);
    await server.advance(tenDaysMs);
    const breaches = [...(await broken(database)), ...(await unended(database))];
    if (breaches.length > 0) throw new Error(breaches.join('\n'));
    tally.payments += play.payments;
    tally.cardTransactions += play.cardTransactions;
    tally.signed += play.signed;
    await count(database, tally);
  } finally {
    await server.close();
    await database.close();
  }
}

async function broken(database: Database): Promise<string[]> {
  const findings = await verifyStore(database);
  return findings.flatMap(({ name, breach }) => (breach === null ? [] : [`${name}: ${breach}`]));
}

/** Ten days after the last step, nothing may be pending. */
async function unended(database: Database): Promise<string[]> {
  const rows = await database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('transactions as t')
        .leftJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
        .select(['t.id', 't.status'])
        .where(({ or, and, eb }) =>
          or([
            and([eb('t.status', 'in', ['PENDING', 'PROCESSING']), eb('r.status', 'is', null)]),
            eb('r.status', '=', 'PENDING'),
          ]),
        )
        .limit(3),
    ),
  );
  const spent = await database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('card_transactions')
        .select(['id', 'status'])
        .where(({ or, eb }) =>
          or([eb('status', 'in', ['AUTHORIZED', 'PARTIALLY_SETTLED']), eb('pending_pull_count', '>', 0)]),
        )
        .limit(3),
    ),
  );
  const held = await database.read((unit) =>
    unit.select((db) => db.selectFrom('internal_accounts').select('id').where('held_minor', '<>', 0n).limit(3)),
  );
  return [
    ...[...rows, ...spent].map(({ id, status }) => `${id} is still ${status}`),
    ...held.map(({ id }) => `${id} still has something set aside`),
  ];
}

async function count(database: Database, tally: Tally): Promise<void> {
  const read = database.read.bind(database);
  const payments = await read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('transactions as t')
        .leftJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
        .select(['t.status', 'r.status as refund_status']),
    ),
  );
  const events = await read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('events')
        .select(['type', 'resource_id', 'sequence', 'created_at'])
        .orderBy('created_at')
        .orderBy('resource_id')
        .orderBy('sequence'),
    ),
  );
  const entries = await read((unit) => unit.select((db) => db.selectFrom('ledger_entries').select('id')));
  const spent = await read((unit) =>
    unit.select((db) => db.selectFrom('card_transactions').select(['status', 'direction'])),
  );
  for (const { status, direction } of spent) {
    const outcome = `${status} of a card, ${direction}`;
    tally.transactions[outcome] = (tally.transactions[outcome] ?? 0) + 1;
  }
  for (const { status, refund_status } of payments) {
    const outcome = refund_status === null ? status : `${status}, refund ${refund_status}`;
    tally.transactions[outcome] = (tally.transactions[outcome] ?? 0) + 1;
  }
  for (const { type, resource_id, sequence, created_at } of events)
    tally.hash.update(`${type} ${resource_id} ${sequence} ${created_at}\n`);
  tally.events += events.length;
  tally.ledgerEntries += entries.length;
}
