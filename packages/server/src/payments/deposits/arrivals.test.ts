import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { newWallet, withWallets } from '../../../test/embedded-wallets.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { ledgerOf } from '../../../test/ledger-of.ts';
import { balanceOf, eventsOf, fund, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { realtimeQuote } from '../../../test/realtime.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { Arrival, Funding } from '../../engines/funding/funding.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { createSandboxFunding } from '../../sandbox/adapters/sandbox-funding.ts';

interface Bank {
  readonly funding: Funding;
  readonly acknowledged: string[];
  tell(...arrivals: Arrival[]): void;
}

/** A bank that reports each arrival until the server acknowledges it, or until no payee exists. */
function createBank(): Bank {
  let untold: Arrival[] = [];
  let isAsked = false;
  const acknowledged: string[] = [];
  const funding: Funding = {
    ...createSandboxFunding(),
    nextPollAt: () => (isAsked ? undefined : '2025-01-01T00:00:00.000Z'),
    arrivals: async () => untold,
    acknowledge: async (ids) => {
      isAsked = true;
      acknowledged.push(...ids);
      untold = untold.filter(({ arrivalId }) => !ids.includes(arrivalId));
    },
  };
  return {
    funding,
    acknowledged,
    tell: (...arrivals) => {
      isAsked = false;
      untold = [...untold, ...arrivals];
    },
  };
}

function arrivalOf(reference: string, parts: Partial<Arrival> = {}): Arrival {
  return {
    arrivalId: `arrival-${reference}`,
    reference,
    currency: 'USD',
    amountMinor: 10_000n,
    route: 'RTP',
    payer: { accountHolderName: 'Grace Hopper' },
    ...parts,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a quote
function referenceOf(server: TestServer, quote: any): Promise<string> {
  return server
    .request('GET', `/transactions/${quote.transactionId}`)
    .then(({ body }) => body.reconciliationInstructions.reference);
}

/** The reference by which the custodian of the invoice identifies a quote from a wallet. */
async function fundingReferenceOf(server: TestServer, { id }: { readonly id: string }): Promise<string> {
  const [row] = await server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('quotes').select('funding_reference').where('id', '=', id)),
  );
  return row?.funding_reference ?? 'none';
}

async function depositedRows(server: TestServer): Promise<{ id: string; arrival_id: string }[]> {
  return server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('deposits').select(['id', 'arrival_id']).where('tenant', '=', server.tenant)),
  );
}

oneEngine('a deposit that a bank reports', (start) => {
  it('funds the quote whose reference it carries, once, even when it is reported twice', async () => {
    const bank = createBank();
    const server = await start({ deps: { funding: bank.funding } });
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    const arrival = arrivalOf(await referenceOf(server, quote));
    bank.tell(arrival);
    await server.advance(1);
    expect((await server.request('GET', `/transactions/${quote.transactionId}`)).body.status).toBe('PROCESSING');
    bank.tell(arrival);
    await server.advance(minuteMs);
    expect(bank.acknowledged).toEqual([arrival.arrivalId, arrival.arrivalId]);
    expect(await depositedRows(server)).toHaveLength(1);
    expect(await eventsOf(server, quote.transactionId)).toHaveLength(3);
    await expectHealthy(server);
  });

  it('credits the account whose reference it carries', async () => {
    const bank = createBank();
    const server = await start({ deps: { funding: bank.funding } });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const { reference } = body.data[0].fundingPaymentInstructions[0].accountOrWalletInfo;
    bank.tell(arrivalOf(reference, { arrivalId: 'one' }), arrivalOf(reference, { arrivalId: 'two', amountMinor: 5n }));
    await server.advance(minuteMs);
    expect(await balanceOf(server, accounts['USD'] ?? '')).toBe(10_005);
  });

  it('is not acknowledged when its reference is unknown', async () => {
    const bank = createBank();
    const server = await start({ deps: { funding: bank.funding } });
    bank.tell(arrivalOf('PPNOBODYSOWN00'));
    await server.advance(1);
    expect(bank.acknowledged).toEqual([]);
    expect(await depositedRows(server)).toEqual([]);
  });

  it('is refunded at once when its quote has had a deposit', async () => {
    const bank = createBank();
    const server = await start({ deps: { funding: bank.funding } });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId });
    const reference = await referenceOf(server, quote);
    bank.tell(arrivalOf(reference, { arrivalId: 'first' }), arrivalOf(reference, { arrivalId: 'second' }));
    await server.advance(minuteMs);
    const second = (await depositedRows(server)).find(({ arrival_id }) => arrival_id === 'second');
    expect(await ledgerOf(server, second?.id ?? '')).toEqual([
      ['DEPOSIT', 'service:world:USD', -10_000n],
      ['DEPOSIT', 'service:refunds:USD', 10_000n],
      ['REFUND_SETTLE', 'service:refunds:USD', -10_000n],
      ['REFUND_SETTLE', 'service:world:USD', 10_000n],
    ]);
    expect(await balanceOf(server, accounts['EUR'] ?? '')).toBe(quote.totalReceivingAmount);
    await expectHealthy(server);
  });

  it('starts the payment whose wallet invoice it pays, and credits the wallet when it does not fit', async () => {
    const bank = createBank();
    const server = await start({ ...withWallets, deps: { funding: bank.funding } });
    const { customerId, accountId } = await newWallet(server);
    await fund(server, accountId, 3_000_000);
    const to = await makeUsdAccount(server, customerId);
    const ask = () => server.request('POST', '/quotes', quoteBody({ from: accountId, to, amount: 3_000_000 }));
    const [{ body: first }, { body: second }] = [await ask(), await ask()];
    const coins = { currency: 'USDB', amountMinor: 3_000_000n, route: 'SPARK', transactionHash: 'ab12' } as const;
    const [one, two] = [await fundingReferenceOf(server, first), await fundingReferenceOf(server, second)];
    bank.tell(
      arrivalOf(one, { ...coins, arrivalId: 'exact' }),
      arrivalOf(one, { ...coins, arrivalId: 'again' }),
      arrivalOf(two, { ...coins, arrivalId: 'less', amountMinor: 2_000_000n }),
    );
    await server.advance(minuteMs);
    const statuses = [];
    for (const { id } of [first, second]) statuses.push((await server.request('GET', `/quotes/${id}`)).body.status);
    expect(statuses).toEqual(['COMPLETED', 'PENDING']);
    expect(await balanceOf(server, accountId)).toBe(8_000_000);
    await expectHealthy(server);
  });

  it('credits the payer with crypto that the quote does not need', async () => {
    const bank = createBank();
    const server = await start({ deps: { funding: bank.funding } });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const to = accounts['USD'] ?? '';
    const quote = await realtimeQuote(server, {
      to,
      customerId,
      currency: 'USDC',
      cryptoNetwork: 'BASE',
      amount: 3_000_000,
    });
    const reference = await referenceOf(server, quote);
    const coins = { currency: 'USDC', amountMinor: 3_000_000n, route: 'BASE', transactionHash: 'ab12' } as const;
    bank.tell(
      arrivalOf(reference, { ...coins, arrivalId: 'first' }),
      arrivalOf(reference, { ...coins, arrivalId: 'second', amountMinor: 2_000_000n }),
      arrivalOf(reference, { arrivalId: 'other', currency: 'BTC', amountMinor: 1_500n, route: 'SPARK' }),
    );
    await server.advance(minuteMs);
    expect(await balanceOf(server, accounts['USDC'] ?? '')).toBe(2_000_000);
    expect(await balanceOf(server, accounts['BTC'] ?? '')).toBe(1_500);
    expect(await balanceOf(server, to)).toBe(quote.totalReceivingAmount);
    await expectHealthy(server);
  });
});
