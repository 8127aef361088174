import type { StateOf } from '@payments-platform/types';
import { operationTable, stateTables } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { registerWallet } from '../../../test/ownership.ts';
import { quoteBody } from '../../../test/parties.ts';
import { type EuropeanPayer, executedQuote, logIn, newEuropeanPayer } from '../../../test/sca-customers.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { makeReceiver, receiveUma } from '../../../test/uma-payments.ts';

/** By outcome of a command, `DONE` or the code of its refusal: the states that give it. */
type Outcomes = Readonly<Record<string, readonly string[]>>;

interface Subject {
  readonly states: object;
  /** The prefix of the commands' paths; its parameter is the id of the subject. */
  readonly path: string;
  /** Creates a subject in the state. */
  readonly make: (server: TestServer, payer: EuropeanPayer, state: string) => Promise<string>;
  /** By operation. Every command and every state is listed. */
  readonly outcomes: Readonly<Record<string, Outcomes>>;
}

const bodies: Readonly<Record<string, object>> = {
  authorizeQuote: { code: '123456' },
  createExternalAccountOwnershipChallenge: { method: 'WALLET_SIGNATURE' },
  verifyExternalAccountOwnership: { signature: 'AAAA' },
  confirmBeneficiaryTrust: { code: '123456' },
  confirmBeneficiaryUntrust: { code: '123456' },
};

/** Every command of a subject: the write operations with its path. */
function commandsOn(path: string): { readonly id: string; readonly method: string; readonly path: string }[] {
  return Object.entries(operationTable)
    .map(([id, { method, path: full }]) => ({ id, method: method.toUpperCase(), path: full as string }))
    .filter((command) => command.method !== 'GET' && command.path.startsWith(`${path}/{`));
}

type State = StateOf<'quote' | 'outgoing-transaction' | 'incoming-transaction' | 'external-account'>;

/** Puts a row into a state that would take long, or other parties, to reach. */
async function force(
  server: TestServer,
  table: 'quotes' | 'transactions' | 'external_accounts',
  id: string,
  status: string,
  refundStatus?: string,
): Promise<void> {
  await server.deps.database.transaction(async (unit) => {
    await unit.select((db) =>
      db
        .updateTable(table)
        .set({ status: status as State })
        .where('id', '=', id),
    );
    if (refundStatus === undefined) return;
    unit.insert('refunds', [
      {
        tenant: server.tenant,
        id: `Refund:${id}`,
        transaction_id: id,
        status: refundStatus as StateOf<'refund'>,
        reason: 'TRANSACTION_FAILED',
        initiated_at: server.clock.now(),
        settled_at: null,
      },
    ]);
    await unit.select((db) =>
      db
        .updateTable('transactions')
        .set({ refund_id: `Refund:${id}` })
        .where('id', '=', id),
    );
  });
}

const kept = [
  'quotes',
  'transactions',
  'external_accounts',
  'internal_accounts',
  'ledger_entries',
  'ledger_postings',
  'events',
];

async function trace(server: TestServer): Promise<string> {
  const rows = await rowsOf(server.deps.database, [server.tenant]);
  return kept.map((table) => rows.get(table)).join('\n');
}

async function quoteIn(
  server: TestServer,
  payer: EuropeanPayer,
  state: string,
): Promise<{ id: string; transactionId: string }> {
  if (state === 'PENDING_AUTHORIZATION') return executedQuote(server, payer);
  const overAch = { destination: { destinationType: 'ACCOUNT', accountId: payer.payee, paymentRail: 'ACH' } };
  const body = quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee, extra: overAch });
  return (await server.request('POST', '/quotes', body)).body;
}

const everyAccount = ['PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE'];
const everyOutgoing = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'];
const everyIncoming = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'];
const everyRefund = ['PENDING', 'COMPLETED', 'FAILED'];
const notWaiting = (states: readonly string[]): Outcomes => ({ TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: states });

const subjects: Readonly<Record<string, Subject>> = {
  quote: {
    states: stateTables.quote.states,
    path: '/quotes',
    make: async (server, payer, state) => {
      const { id } = await quoteIn(server, payer, state);
      await force(server, 'quotes', id, state);
      return id;
    },
    outcomes: {
      executeQuote: {
        DONE: ['PENDING'],
        CONFLICT: ['PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED'],
        QUOTE_EXPIRED: ['EXPIRED'],
      },
      authorizeQuote: {
        DONE: ['PENDING_AUTHORIZATION'],
        CONFLICT: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
      },
      resendQuoteScaCode: {
        DONE: ['PENDING_AUTHORIZATION'],
        CONFLICT: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
      },
    },
  },
  'outgoing transaction': {
    states: stateTables['outgoing-transaction'].states,
    path: '/transactions',
    make: async (server, payer, state) => {
      const { transactionId } = await quoteIn(server, payer, state);
      await force(server, 'transactions', transactionId, state);
      return transactionId;
    },
    outcomes: {
      cancelTransaction: {
        DONE: ['PROCESSING'],
        TRANSACTION_NOT_CANCELLABLE: everyOutgoing.filter((state) => state !== 'PROCESSING'),
      },
      approvePendingPayment: notWaiting(everyOutgoing),
      rejectPendingPayment: notWaiting(everyOutgoing),
      confirmReceiptDelivery: { DONE: everyOutgoing },
    },
  },
  'incoming transaction': {
    states: stateTables['incoming-transaction'].states,
    path: '/transactions',
    make: async (server, _payer, state) => {
      const { id } = (await receiveUma(server, await makeReceiver(server))).body;
      await force(server, 'transactions', id, state);
      return id;
    },
    outcomes: {
      cancelTransaction: { TRANSACTION_NOT_CANCELLABLE: everyIncoming },
      approvePendingPayment: { DONE: ['PENDING'], ...notWaiting(['PROCESSING', 'COMPLETED', 'FAILED']) },
      rejectPendingPayment: { DONE: ['PENDING'], ...notWaiting(['PROCESSING', 'COMPLETED', 'FAILED']) },
      confirmReceiptDelivery: { DONE: everyIncoming },
    },
  },
  refund: {
    states: stateTables.refund.states,
    path: '/transactions',
    make: async (server, payer, state) => {
      const { transactionId } = await quoteIn(server, payer, state);
      await force(server, 'transactions', transactionId, 'PROCESSING', state);
      return transactionId;
    },
    outcomes: {
      cancelTransaction: { TRANSACTION_NOT_CANCELLABLE: everyRefund },
      approvePendingPayment: notWaiting(everyRefund),
      rejectPendingPayment: notWaiting(everyRefund),
      confirmReceiptDelivery: { DONE: everyRefund },
    },
  },
  'external account': {
    states: stateTables['external-account'].states,
    path: '/customers/external-accounts',
    make: async (server, _payer, state) => {
      const id = await registerWallet(server, undefined, 'customers', await newCustomerId(server));
      await force(server, 'external_accounts', id, state);
      return id;
    },
    outcomes: {
      createExternalAccountOwnershipChallenge: {
        DONE: ['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED'],
        CONFLICT: ['PENDING', 'ACTIVE', 'UNDER_REVIEW', 'INACTIVE'],
      },
      // No challenge has started, and no caller has to authenticate here.
      verifyExternalAccountOwnership: { CONFLICT: everyAccount },
      startBeneficiaryTrust: { CONFLICT: everyAccount },
      confirmBeneficiaryTrust: { CONFLICT: everyAccount },
      startBeneficiaryUntrust: { CONFLICT: everyAccount },
      confirmBeneficiaryUntrust: { CONFLICT: everyAccount },
      deleteCustomerExternalAccountById: { DONE: everyAccount },
    },
  },
};

/** Sorts the states of each outcome in the order of their table. */
function inOrder(outcomes: Readonly<Record<string, Outcomes>>): Record<string, Record<string, string[]>> {
  const sorted = (one: Outcomes) => Object.fromEntries(Object.entries(one).map(([code, at]) => [code, at.toSorted()]));
  return Object.fromEntries(Object.entries(outcomes).map(([command, one]) => [command, sorted(one)]));
}

oneEngine('every command in every state', (start) => {
  it.each(Object.entries(subjects))(
    'succeeds or is refused as its table says, and a refusal changes nothing: %s',
    async (_name, { states, path, make, outcomes }) => {
      const server = await start();
      const payer = await newEuropeanPayer(server);
      await logIn(server, payer.customerId);
      const actual: Record<string, Record<string, string[]>> = {};
      for (const command of commandsOn(path)) {
        const answered: Record<string, string[]> = {};
        for (const state of Object.keys(states)) {
          const id = await make(server, payer, state);
          const before = await trace(server);
          const answer = await server.request(command.method, command.path.replace(/\{\w+\}/, id), bodies[command.id]);
          const code = answer.status < 300 ? 'DONE' : answer.body.code;
          if (code !== 'DONE') expect(await trace(server)).toBe(before);
          answered[code] = [...(answered[code] ?? []), state];
        }
        actual[command.id] = answered;
      }
      expect(inOrder(actual)).toEqual(inOrder(outcomes));
    },
  );
});
