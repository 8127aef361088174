import { minuteMs } from '../../src/ground/clock/instant.ts';
import { makeSender, makeUsdAccount, quoteBody, setAccountStatus } from '../parties.ts';
import type { TestServer } from '../test-server.ts';
import { makeReceiver, receiveUma } from '../uma-payments.ts';
import {
  deposit,
  ending,
  execute,
  must,
  type Proof,
  type Quoted,
  quoteInside,
  quoteOut,
  refusal,
  type Seen,
} from './proof.ts';

/** Changes the account at one end of a quote before the quote is executed. */
async function executedAfter(server: TestServer, made: Quoted, accountId: string, status: string): Promise<Seen> {
  await must(setAccountStatus(server, accountId, status));
  return refusal(await execute(server, made.quoteId));
}

/**
 * A payment from the dollars to the euros of a customer, whose euro account changes while the payment is in progress.
 */
async function paidInto(server: TestServer, status: string): Promise<Seen> {
  const { to, quoteId, transactionId } = await quoteInside(server);
  await must(execute(server, quoteId));
  await must(setAccountStatus(server, to, status));
  return ending(server, transactionId);
}

/** A payout that fails after its source account has changed. */
async function refundedTo(server: TestServer, status: string): Promise<Seen> {
  const { from, quoteId, transactionId } = await quoteOut(server, '002');
  await must(execute(server, quoteId));
  await must(setAccountStatus(server, from, status));
  return ending(server, transactionId);
}

async function depositedTo(server: TestServer, status: string): Promise<Seen> {
  const { accounts } = await makeSender(server, 'USD', 0);
  await must(setAccountStatus(server, accounts['USD'] ?? '', status));
  return ending(server, await deposit(server, accounts['USD'] ?? ''));
}

/** A source account must be empty to be closed, so its quote is for money that has been paid out since. */
async function emptiedSource(server: TestServer): Promise<Quoted> {
  const made = await quoteOut(server);
  const extra = { immediatelyExecute: true };
  await must(server.request('POST', '/quotes', quoteBody({ from: made.from, to: made.to, extra })));
  return made;
}

export const internalAccountProofs = {
  'internal-account.frozen-source': async (server) => {
    const made = await quoteOut(server);
    return executedAfter(server, made, made.from, 'FROZEN');
  },
  'internal-account.frozen-destination': async (server) => {
    const made = await quoteInside(server);
    return executedAfter(server, made, made.to, 'FROZEN');
  },
  'internal-account.frozen-new-quote': async (server) => {
    const { accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    await must(setAccountStatus(server, to, 'FROZEN'));
    return refusal(await server.request('POST', '/quotes', quoteBody({ from, to })));
  },
  'internal-account.frozen-payment-out': async (server) => {
    const { from, quoteId, transactionId } = await quoteOut(server);
    await must(execute(server, quoteId));
    await must(setAccountStatus(server, from, 'FROZEN'));
    return ending(server, transactionId);
  },
  'internal-account.frozen-payment-in': (server) => paidInto(server, 'FROZEN'),
  'internal-account.frozen-refund': (server) => refundedTo(server, 'FROZEN'),
  'internal-account.frozen-deposit': (server) => depositedTo(server, 'FROZEN'),
  'internal-account.frozen-pull': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const [from, to] = [await makeUsdAccount(server, customerId), accounts['USD'] ?? ''];
    const extra = { immediatelyExecute: true };
    const { body } = await must(server.request('POST', '/quotes', quoteBody({ from, to, extra })));
    await must(setAccountStatus(server, to, 'FROZEN'));
    return ending(server, body.transactionId);
  },
  'internal-account.frozen-approval': async (server) => {
    const receiver = await makeReceiver(server);
    const { body } = await must(receiveUma(server, receiver));
    await must(setAccountStatus(server, receiver.accounts['USD'] ?? '', 'FROZEN'));
    const refused = await server.request('POST', `/transactions/${body.id}/approve`);
    await server.advance(minuteMs);
    return refusal(refused);
  },
  'internal-account.closing-balance': async (server) =>
    refusal(await setAccountStatus(server, (await makeSender(server)).accounts['USD'] ?? '', 'CLOSED')),
  'internal-account.closed-source': async (server) => {
    const made = await emptiedSource(server);
    return executedAfter(server, made, made.from, 'CLOSED');
  },
  'internal-account.closed-destination': async (server) => {
    const made = await quoteInside(server);
    return executedAfter(server, made, made.to, 'CLOSED');
  },
  'internal-account.closed-payment-in': (server) => paidInto(server, 'CLOSED'),
  'internal-account.closed-refund': (server) => refundedTo(server, 'CLOSED'),
  'internal-account.closed-deposit': (server) => depositedTo(server, 'CLOSED'),
} as const satisfies Readonly<Record<string, Proof>>;
