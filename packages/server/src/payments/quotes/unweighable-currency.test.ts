import { expect, it } from 'vitest';
import { newConnectedAgent } from '../../../test/agents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import { enableToken, linkProvider } from '../../../test/stablecoins.ts';
import { createFeedRates } from '../../engines/rates/feed-rates.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { secondMs } from '../../ground/clock/instant.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';

/** A feed that has not responded yet, in a restarted server. */
const unanswered = (): RateSource => createFeedRates(() => '2025-01-01T00:00:00.000Z');

/** Rates that can be forgotten on demand, as a start with an unresponsive feed forgets them. */
function forgetting(): { readonly rates: RateSource; readonly forget: () => void } {
  let market = createSandboxRates();
  return {
    rates: {
      rateFor: (...pair) => market.rateFor(...pair),
      lastRateFor: (...pair) => market.lastRateFor(...pair),
      accepts: (...conversion) => market.accepts(...conversion),
    },
    forget: () => {
      market = unanswered();
    },
  };
}

const unproven = { ...sampleAccounts.SOLANA_WALLET.accountInfo };

oneEngine('a currency without a price in US dollars', (start) => {
  it('is refused in quotes and transfers with QUOTE_RATE_UNAVAILABLE, also from agents', async () => {
    const server = await start({ deps: { rates: unanswered() } });
    const { customerId, accounts } = await makeSender(server, 'USDC', 10_000_000_000);
    const agent = await newConnectedAgent(server, customerId);
    const wallet = await server.request('POST', '/customers/external-accounts', {
      customerId,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: unproven,
    });
    expect(wallet.body.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const [pounds, usdc] = [accounts['GBP'] ?? '', accounts['USDC'] ?? ''];
    const bank = await makeGbpAccount(server, customerId);
    const extra = { immediatelyExecute: true };
    const transfer = { source: { accountId: pounds }, destination: { accountId: bank }, amount: 900_000_000 };
    for (const [caller, path, body] of [
      [server, '/quotes', quoteBody({ from: usdc, to: wallet.body.id, amount: 5_000_000_000, extra })],
      [server, '/quotes', quoteBody({ from: pounds, to: bank, amount: 1 })],
      [server, '/quotes', quoteBody({ from: pounds, to: bank, amount: 900_000_000, side: 'RECEIVING' })],
      [server, '/transfer-out', transfer],
      [agent, '/agents/me/quotes', quoteBody({ from: pounds, to: bank, amount: 900_000_000 })],
      [agent, '/agents/me/transfer-out', transfer],
    ] as const) {
      const answer = await caller.request('POST', path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'QUOTE_RATE_UNAVAILABLE']);
      expect(answer.body.reason).toContain('no price in US dollars');
    }
    expect(await balanceOf(server, usdc)).toBe(10_000_000_000);
    await expectHealthy(server);
  });

  it('has no fee estimate and no lookup', async () => {
    const server = await start({ deps: { rates: unanswered() } });
    const { customerId, accounts } = await makeSender(server, 'USDC', 0);
    const { address } = { address: '', ...sampleAccounts.ETHEREUM_WALLET.accountInfo };
    const estimate = await server.request('POST', '/crypto/estimate-withdrawal-fee', {
      internalAccountId: accounts['USDC'] ?? '',
      currency: 'USDC',
      cryptoNetwork: 'ETHEREUM',
      amount: 10_000_000,
      destinationAddress: address,
    });
    expect([estimate.status, estimate.body.code]).toEqual([400, 'QUOTE_RATE_UNAVAILABLE']);
    const path = `/receiver/external-account/${await makeGbpAccount(server, customerId)}?customerId=${customerId}`;
    expect((await server.request('GET', path)).body.code).toBe('INVALID_RECEIVER');
  });

  it('fails an open quote on execution and refunds the whole amount', async () => {
    const { rates, forget } = forgetting();
    const server = await start({ deps: { rates } });
    const { customerId, accounts } = await makeSender(server, 'GBP', 1_000_000);
    const [from, to] = [accounts['GBP'] ?? '', await makeGbpAccount(server, customerId)];
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    forget();
    const executed = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([executed.status, executed.body.status]).toEqual([200, 'FAILED']);
    await server.advance(2 * secondMs);
    expect((await server.request('GET', `/transactions/${quote.transactionId}`)).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_RATE_UNAVAILABLE',
      refund: { status: 'COMPLETED' },
    });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, quote.transactionId)).toContain('OUTGOING_PAYMENT.REFUND_COMPLETED');
    await expectHealthy(server);
  });

  it('completes a quote that is paid by real-time funding', async () => {
    const { rates, forget } = forgetting();
    const server = await start({ deps: { rates } });
    const { customerId, accounts } = await makeSender(server, 'GBP', 0);
    const quote = await realtimeQuote(server, {
      to: accounts['GBP'] ?? '',
      currency: 'GBP',
      customerId,
      amount: 1_000,
    });
    forget();
    await payIn(server, quote);
    await server.advance(60 * secondMs);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('COMPLETED');
    expect(await balanceOf(server, accounts['GBP'] ?? '')).toBe(1_000);
  });

  it('does not include a platform token or the US dollar', async () => {
    const server = await start({ deps: { rates: unanswered() } });
    const { customerId, accounts } = await makeSender(server, 'USD', 1_000_000);
    const to = await makeUsdAccount(server, customerId);
    const dollars = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    expect(dollars.status).toBe(201);
    const over = quoteBody({ from: accounts['USD'] ?? '', to, amount: 100_000_001 });
    expect((await server.request('POST', '/quotes', over)).body.code).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED');
    await linkProvider(server);
    await enableToken(server);
    const { body: own } = await server.request('GET', '/platform/internal-accounts');
    const ours = own.data.find(
      (one: { balance: { currency: { code: string } } }) => one.balance.currency.code === 'EXD',
    );
    const holder = await makeSender(server, 'EXD', 0);
    await server.request('POST', `/sandbox/internal-accounts/${ours.id}/fund`, { amount: 500 });
    const parts = { from: ours.id, to: holder.accounts['EXD'] ?? '', amount: 500, extra: { immediatelyExecute: true } };
    expect((await server.request('POST', '/quotes', quoteBody(parts))).status).toBe(201);
  });
});
