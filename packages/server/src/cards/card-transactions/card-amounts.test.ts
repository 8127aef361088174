import type { CardTransaction } from '@payments-platform/types';
import { expect, it } from 'vitest';
import {
  afterwards,
  amountsOn,
  atMerchant,
  type Cardholder,
  makeCardholder,
  readTransaction,
  reverseReturn,
} from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, secondMs } from '../../ground/clock/instant.ts';

/** The amounts, events and balances after a step. */
interface Shown {
  readonly status: CardTransaction['status'];
  readonly authorized?: number;
  readonly settled?: number;
  readonly refunded?: number;
  /** Count, total and number of pending pulls. */
  readonly pulls?: readonly [number, number, number];
  readonly settlements?: readonly [number, number];
  readonly refunds?: readonly [number, number];
  readonly balance: number;
  readonly total: number;
  /** The card transaction events of the step. */
  readonly events: readonly string[];
}

type Step =
  | { readonly authorize: number; readonly at?: string }
  | { readonly post: number; readonly at?: string }
  | { readonly clear: number }
  | { readonly advise: number }
  | { readonly giveBack: number }
  | { readonly takeBack: true }
  | { readonly reverse: true }
  | { readonly wait: number };

type Sequence = readonly (readonly [Step, Shown])[];

const authorized = {
  status: 'AUTHORIZED',
  authorized: 1250,
  events: ['AUTHORIZED'],
  balance: 48_750,
  total: 50_000,
} as const;

/** All worked examples: a card in US dollars with 500.00 on its account. */
const sequences: Readonly<Record<string, Sequence>> = {
  'a purchase with a tip, given back in part, and taken back': [
    [{ authorize: 1250 }, { ...authorized, pulls: [1, 1250, 0], settlements: [0, 0], refunds: [0, 0] }],
    [
      { clear: 1500 },
      {
        ...{ status: 'SETTLED', authorized: 1250, settled: 1500, pulls: [2, 1500, 0], settlements: [1, 1500] },
        ...{ balance: 48_500, total: 48_500, events: ['SETTLED'] },
      },
    ],
    [
      { giveBack: 500 },
      {
        ...{ status: 'SETTLED', settled: 1500, refunded: 500, refunds: [1, 500] },
        ...{ balance: 49_000, total: 49_000, events: ['SETTLED', 'SETTLED'] },
      },
    ],
    [
      { takeBack: true },
      {
        ...{ status: 'SETTLED', settled: 1500, refunded: 0, refunds: [1, 0] },
        ...{ balance: 48_500, total: 48_500, events: ['SETTLED', 'SETTLED'] },
      },
    ],
  ],
  'a purchase that is settled as authorized': [
    [{ authorize: 1250 }, authorized],
    [
      { clear: 1250 },
      {
        ...{ status: 'SETTLED', settled: 1250, pulls: [1, 1250, 0], settlements: [1, 1250] },
        ...{ balance: 48_750, total: 48_750, events: ['SETTLED'] },
      },
    ],
  ],
  'a purchase that is settled in two parts': [
    [{ authorize: 1250 }, authorized],
    [
      { clear: 600 },
      {
        ...{ status: 'PARTIALLY_SETTLED', settled: 600, settlements: [1, 600], pulls: [1, 1250, 0] },
        ...{ balance: 48_750, total: 49_400, events: ['PARTIALLY_SETTLED'] },
      },
    ],
    [
      { clear: 650 },
      {
        ...{ status: 'SETTLED', settled: 1250, settlements: [2, 1250], pulls: [1, 1250, 0] },
        ...{ balance: 48_750, total: 48_750, events: ['SETTLED'] },
      },
    ],
  ],
  'a clearing of nothing, which is an expiry': [
    [{ authorize: 1250 }, authorized],
    [
      { clear: 0 },
      {
        ...{ status: 'SETTLED', settled: 0, settlements: [0, 0] },
        ...{ balance: 50_000, total: 50_000, events: ['SETTLED'] },
      },
    ],
  ],
  'an authorization that nobody settles': [
    [{ authorize: 1250 }, authorized],
    [{ wait: 7 * dayMs - 1 }, { ...authorized, events: [] }],
    [
      { wait: 1 },
      { status: 'SETTLED', settled: 0, settlements: [0, 0], balance: 50_000, total: 50_000, events: ['SETTLED'] },
    ],
  ],
  'a total that is raised': [
    [{ authorize: 1250 }, authorized],
    [
      { advise: 2000 },
      {
        ...{ status: 'AUTHORIZED', authorized: 2000, pulls: [2, 2000, 0] },
        ...{ balance: 48_000, total: 50_000, events: ['AUTHORIZED'] },
      },
    ],
    [{ clear: 2000 }, { status: 'SETTLED', settled: 2000, balance: 48_000, total: 48_000, events: ['SETTLED'] }],
  ],
  'a total that is lowered': [
    [{ authorize: 1250 }, authorized],
    [
      { advise: 1000 },
      {
        ...{ status: 'AUTHORIZED', authorized: 1000, pulls: [1, 1250, 0] },
        ...{ balance: 49_000, total: 50_000, events: ['AUTHORIZED'] },
      },
    ],
    [{ clear: 1000 }, { status: 'SETTLED', settled: 1000, balance: 49_000, total: 49_000, events: ['SETTLED'] }],
  ],
  'a total that is lowered to what has been settled': [
    [{ authorize: 1250 }, authorized],
    [
      { clear: 600 },
      { status: 'PARTIALLY_SETTLED', settled: 600, balance: 48_750, total: 49_400, events: ['PARTIALLY_SETTLED'] },
    ],
    [
      { advise: 600 },
      { status: 'SETTLED', authorized: 600, settled: 600, balance: 49_400, total: 49_400, events: ['SETTLED'] },
    ],
  ],
  'a sale that is called off': [
    [{ authorize: 1250 }, authorized],
    [{ reverse: true }, { status: 'SETTLED', settled: 0, balance: 50_000, total: 50_000, events: ['SETTLED'] }],
  ],
  'a sale of which the rest is called off': [
    [{ authorize: 1250 }, authorized],
    [
      { clear: 600 },
      { status: 'PARTIALLY_SETTLED', settled: 600, balance: 48_750, total: 49_400, events: ['PARTIALLY_SETTLED'] },
    ],
    [{ reverse: true }, { status: 'SETTLED', settled: 600, balance: 49_400, total: 49_400, events: ['SETTLED'] }],
  ],
  'a tip that the balance does not cover': [
    [
      { authorize: 49_900 },
      { status: 'AUTHORIZED', authorized: 49_900, balance: 100, total: 50_000, events: ['AUTHORIZED'] },
    ],
    [
      { clear: 50_100 },
      {
        ...{ status: 'EXCEPTION', settled: 50_100, pulls: [2, 49_900, 0], settlements: [1, 50_100] },
        ...{ balance: 100, total: 100, events: ['SETTLED', 'EXCEPTION'] },
      },
    ],
  ],
  'a purchase that settles at once': [
    [
      { post: 4200 },
      {
        ...{ status: 'SETTLED', authorized: 4200, settled: 4200, pulls: [1, 4200, 0], settlements: [1, 4200] },
        ...{ balance: 45_800, total: 45_800, events: ['SETTLED'] },
      },
    ],
  ],
  'money that is confirmed later': [
    [
      { authorize: 1250, at: 'DELAYED 005' },
      { ...authorized, pulls: [1, 1250, 1] },
    ],
    [{ wait: 30 * secondMs }, { ...authorized, pulls: [1, 1250, 0], events: [] }],
    [{ clear: 1500 }, { status: 'SETTLED', pulls: [2, 1500, 1], balance: 48_500, total: 48_500, events: ['SETTLED'] }],
    [{ wait: 30 * secondMs }, { status: 'SETTLED', pulls: [2, 1500, 0], balance: 48_500, total: 48_500, events: [] }],
  ],
  'money that turns out not to be taken, before the merchant is paid': [
    [
      { authorize: 4200, at: 'FAILING 006' },
      { status: 'AUTHORIZED', pulls: [1, 4200, 1], balance: 45_800, total: 50_000, events: ['AUTHORIZED'] },
    ],
    [{ wait: 1 }, { status: 'AUTHORIZED', pulls: [1, 0, 0], balance: 50_000, total: 50_000, events: [] }],
    [
      { clear: 4200 },
      {
        ...{ status: 'EXCEPTION', settled: 4200, pulls: [1, 0, 0], settlements: [1, 4200] },
        ...{ balance: 50_000, total: 50_000, events: ['SETTLED', 'EXCEPTION'] },
      },
    ],
  ],
  'money that turns out not to be taken, after the merchant was paid': [
    [
      { post: 4200, at: 'FAILING 006' },
      { status: 'SETTLED', pulls: [1, 4200, 1], balance: 45_800, total: 45_800, events: ['SETTLED'] },
    ],
    [
      { wait: 1 },
      {
        ...{ status: 'EXCEPTION', settled: 4200, pulls: [1, 0, 0], settlements: [1, 4200] },
        ...{ balance: 50_000, total: 50_000, events: ['EXCEPTION'] },
      },
    ],
  ],
};

/** The purchase, and its refund if there is one. */
interface Life {
  readonly purchase: CardTransaction | undefined;
  readonly refund: CardTransaction | undefined;
}

async function take(server: TestServer, { cardId }: Cardholder, life: Life, step: Step): Promise<Life> {
  if ('authorize' in step)
    return { ...life, purchase: await atMerchant(server, cardId, 'authorization', step.authorize, step.at) };
  if ('post' in step)
    return { ...life, purchase: await atMerchant(server, cardId, 'financial_authorization', step.post, step.at) };
  const { purchase, refund } = life;
  if (purchase === undefined) throw new Error('nothing was bought');
  if ('wait' in step) await server.advance(step.wait);
  else if ('clear' in step) await afterwards(server, purchase, 'clearing', step.clear);
  else if ('advise' in step) await afterwards(server, purchase, 'authorization_advice', step.advise);
  else if ('reverse' in step) await afterwards(server, purchase, 'authorization_reversal');
  else if ('giveBack' in step) return { purchase, refund: await afterwards(server, purchase, 'return', step.giveBack) };
  else if (refund !== undefined) await reverseReturn(server, refund);
  return life;
}

async function cardEvents(server: TestServer): Promise<string[]> {
  const events = await committedEvents(server);
  return events.flatMap(({ type }) =>
    type.startsWith('CARD_TRANSACTION.') ? [type.slice('CARD_TRANSACTION.'.length)] : [],
  );
}

function shownOf(row: CardTransaction, [balance, total]: [number, number], events: readonly string[]): Required<Shown> {
  const { count: pulls, totalAmount: pulled, pendingCount } = row.pullSummary;
  return {
    status: row.status,
    authorized: row.authorizedAmount.amount,
    settled: row.settledAmount?.amount ?? -1,
    refunded: row.refundedAmount?.amount ?? -1,
    pulls: [pulls, pulled, pendingCount],
    settlements: [row.settlementSummary.count, row.settlementSummary.totalAmount],
    refunds: [row.refundSummary.count, row.refundSummary.totalAmount],
    ...{ balance, total, events },
  };
}

oneEngine('the amounts of a card transaction', (start) => {
  it.each(Object.keys(sequences))('are right after every step of %s', async (name) => {
    const server = await start();
    const holder = await makeCardholder(server);
    let life: Life = { purchase: undefined, refund: undefined };
    let told = 0;
    for (const [step, expected] of sequences[name] ?? []) {
      life = await take(server, holder, life, step);
      const events = await cardEvents(server);
      const row = await readTransaction(server, life.purchase?.id ?? '');
      const shown = shownOf(row, await amountsOn(server, holder.accountId), events.slice(told));
      expect([step, shown]).toMatchObject([step, expected]);
      told = events.length;
    }
    await expectHealthy(server);
  });
});
