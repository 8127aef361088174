import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import {
  balanceOf,
  eventsOf,
  fund,
  makeGbpAccount,
  makeSender,
  makeUsdAccount,
  platformAccountOf,
  quoteBody,
  type Sender,
} from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { lookUpAddress, makeReceiver, readTransaction, receiveUma, umaQuoteBody } from '../../../test/uma-payments.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { createSandboxFunding } from '../../sandbox/adapters/sandbox-funding.ts';
import type { Arrival } from '../funding/funding.ts';
import { serviceAccount } from './accounts.ts';

const largest = Number.MAX_SAFE_INTEGER;

async function deposit(server: TestServer, accountId: string, amount: number, route?: string): Promise<string> {
  const payer = { accountIdentifier: '000987654321', ...(route && { route }) };
  const { status, body, text } = await server.request('POST', '/sandbox/deposits', { accountId, amount, ...payer });
  if (status !== 200) throw new Error(text);
  return body.id;
}

/** Fills an account to its maximum and returns its balance. */
async function fill(server: TestServer, accountId: string): Promise<number> {
  const balance = await balanceOf(server, accountId);
  await deposit(server, accountId, largest - balance);
  await server.advance(minuteMs);
  expect(await balanceOf(server, accountId)).toBe(largest);
  return largest;
}

async function quoted(server: TestServer, body: object): Promise<string> {
  const made = await server.request('POST', '/quotes', body);
  if (made.status !== 201) throw new Error(made.text);
  return made.body.transactionId;
}

const atOnce = { immediatelyExecute: true };

/** Every kind of payment into an internal account, with its state once its money arrives. */
const waysIn: Readonly<Record<string, (server: TestServer, to: Sender, full: string) => Promise<string>>> = {
  'a payment from another internal account': async (server, _to, full) => {
    const { accounts } = await makeSender(server);
    return quoted(server, quoteBody({ from: accounts['USD'] ?? '', to: full, extra: atOnce }));
  },
  'a payment in another currency': async (server, _to, full) => {
    const { accounts } = await makeSender(server, 'GBP');
    return quoted(server, quoteBody({ from: accounts['GBP'] ?? '', to: full, extra: atOnce }));
  },
  'a transfer in from a bank account': async (server, { customerId }, full) => {
    const from = await makeUsdAccount(server, customerId);
    const body = { source: { accountId: from }, destination: { accountId: full }, amount: 500 };
    return (await server.request('POST', '/transfer-in', body)).body.id;
  },
  'a quote that is paid in for': async (server, { customerId }, full) => {
    const quote = await realtimeQuote(server, { to: full, customerId, currency: 'EUR' });
    await payIn(server, quote);
    return quote.transactionId;
  },
  'a UMA payment from another provider': async (server, receiver) => {
    const { body } = await receiveUma(server, receiver);
    await server.request('POST', `/transactions/${body.id}/approve`);
    return body.id;
  },
};

/** What the service owes to the payers of a platform. */
async function owedMinor({ bare, tenant }: TestServer, currency: CurrencyCode): Promise<bigint> {
  const postings = await bare.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('ledger_postings')
        .select('amount_minor')
        .where('tenant', '=', tenant)
        .where('account', '=', serviceAccount('refunds', currency)),
    ),
  );
  return postings.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
}

eachEngine('a full internal account', (start) => {
  it('accepts one of two deposits that together exceed the maximum, and refunds the other', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const account = accounts['USD'] ?? '';
    const ids = [await deposit(server, account, largest, 'RTP'), await deposit(server, account, largest, 'ACH')];
    await server.advance(30 * dayMs);
    const ended = await Promise.all(ids.map((id) => readTransaction(server, id)));
    expect(ended.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);
    const failed = ended[1];
    expect(failed).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } });
    expect(await eventsOf(server, failed.id)).toEqual(
      ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map(
        (name) => `INCOMING_PAYMENT.${name}`,
      ),
    );
    expect(await balanceOf(server, account)).toBe(largest);
    await expectHealthy(server);
  });

  it.each(Object.keys(waysIn))('fails %s with ACCOUNT_CANNOT_RECEIVE and a refund', async (way) => {
    const server = await start();
    const receiver = await makeSender(server, 'USD', 0);
    const full = receiver.accounts['USD'] ?? '';
    await fill(server, full);
    const id = await waysIn[way]?.(server, receiver, full);
    await server.advance(10 * dayMs);
    expect(await readTransaction(server, id ?? '')).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED' },
    });
    expect(await balanceOf(server, full)).toBe(largest);
    await expectHealthy(server);
  });

  it('fails both transactions of a payment between two customers, and refunds the sender', async () => {
    const server = await start();
    const sender = await makeSender(server);
    const receiver = await makeReceiver(server);
    await fill(server, receiver.accounts['USD'] ?? '');
    const [from, { address }] = [sender.accounts['USD'] ?? '', receiver];
    const lookupId = await lookUpAddress(server, sender.customerId, address);
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'USD' };
    const outgoing = await quoted(server, umaQuoteBody({ from, address, lookupId, extra: { ...atOnce, destination } }));
    await server.advance(2 * secondMs);
    const { body } = await server.request('GET', `/transactions?customerId=${receiver.customerId}&type=INCOMING`);
    const incoming = body.data.find(({ status }: { status: string }) => status === 'PENDING');
    expect((await server.request('POST', `/transactions/${incoming.id}/approve`)).status).toBe(200);
    await server.advance(dayMs);
    for (const id of [outgoing, incoming.id])
      expect(await readTransaction(server, id)).toMatchObject({ failureReason: 'ACCOUNT_CANNOT_RECEIVE' });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    await expectHealthy(server);
  });

  it('fails a refund that has no other destination, with REFUND_FAILED', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 20_000);
    const full = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId, '002');
    const id = await quoted(server, quoteBody({ from: full, to, amount: 20_000, extra: atOnce }));
    await deposit(server, full, largest);
    await server.advance(10 * dayMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } });
    expect(await eventsOf(server, id)).toContain('OUTGOING_PAYMENT.REFUND_FAILED');
    expect(await owedMinor(server, 'USD')).toBe(20_000n);
    expect(await balanceOf(server, full)).toBe(largest);
    await expectHealthy(server);
  });

  it('fails the refund of a crypto deposit that has no other destination', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USDC', 0);
    const full = accounts['USDC'] ?? '';
    const ids = [await deposit(server, full, largest), await deposit(server, full, largest)];
    await server.advance(10 * dayMs);
    const ended = await Promise.all(ids.map((id) => readTransaction(server, id)));
    expect(ended.find(({ status }) => status === 'FAILED')).toMatchObject({
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'FAILED' },
    });
    expect(await owedMinor(server, 'USDC')).toBe(BigInt(largest));
    expect(await balanceOf(server, full)).toBe(largest);
    await expectHealthy(server);
  });

  it('refuses an arrival that a bank reports with ACCOUNT_CANNOT_RECEIVE, and refunds it', async () => {
    let untold: Arrival[] = [];
    const nextPollAt = () => (untold.length === 0 ? undefined : '2025-01-01T00:00:00.000Z');
    const acknowledge = async (): Promise<void> => {
      untold = [];
    };
    const funding = { ...createSandboxFunding(), nextPollAt, arrivals: async () => untold, acknowledge };
    const server = await start({ deps: { funding } });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const full = accounts['USD'] ?? '';
    await fill(server, full);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const { reference } = body.data[0].fundingPaymentInstructions[0].accountOrWalletInfo;
    const payer = { accountHolderName: 'Grace Hopper' };
    untold = [{ arrivalId: 'one', reference, currency: 'USD', amountMinor: 1n, route: 'RTP', payer }];
    await server.advance(dayMs);
    const { body: page } = await server.request('GET', `/transactions?customerId=${customerId}&status=FAILED`);
    expect(page.data).toMatchObject([{ failureReason: 'ACCOUNT_CANNOT_RECEIVE', refund: { status: 'COMPLETED' } }]);
    await expectHealthy(server);
  });

  it('lets a payment complete and be refunded when only the platform fee cannot be credited', async () => {
    const server = await start();
    const fees = await platformAccountOf(server);
    await fill(server, fees);
    const platformFeeOverride = { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 0 };
    const { customerId, accounts } = await makeSender(server);
    const from = accounts['USD'] ?? '';
    const to = await makeUsdAccount(server, customerId, '005');
    const id = await quoted(server, quoteBody({ from, to, extra: { ...atOnce, platformFeeOverride } }));
    await server.advance(2 * secondMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'COMPLETED' });
    await server.advance(dayMs);
    expect(await readTransaction(server, id)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
    expect([await balanceOf(server, fees), await balanceOf(server, from)]).toEqual([largest, 1_000_000]);
    await expectHealthy(server);
  });

  it('refuses sandbox funding with 400, naming the amount', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 0);
    const full = accounts['USD'] ?? '';
    await fill(server, full);
    const funded = await server.request('POST', `/sandbox/internal-accounts/${full}/fund`, { amount: 1 });
    expect([funded.status, refusedFields(funded)]).toEqual([400, ['amount']]);
    await expect(fund(server, accounts['EUR'] ?? '', 1)).resolves.toBeUndefined();
  });

  it('is debited as usual by an outgoing payment', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const full = accounts['USD'] ?? '';
    await fill(server, full);
    const to = await makeGbpAccount(server, customerId);
    await quoted(server, quoteBody({ from: full, to, extra: atOnce }));
    expect(await balanceOf(server, full)).toBe(largest - 10_000);
  });
});
