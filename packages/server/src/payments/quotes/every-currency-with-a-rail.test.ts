import { accountFacts } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, quoteBody } from '../../../test/parties.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import type { Answer } from '../../../test/test-server.ts';
import { prepareUma, umaQuoteBody } from '../../../test/uma-payments.ts';
import { accountKinds, formsOf } from '../../accounts/external/account-facts.ts';
import { costMinor } from '../pricing/network-costs.ts';

type Side = 'SENDING' | 'RECEIVING';
const samples: Readonly<Record<string, { readonly accountInfo: object }>> = sampleAccounts;
const reached = accountKinds.flatMap((kind) => kind.currencies.map((currency) => ({ kind, currency })));

const outcome = ({ status, body }: Answer): unknown => (status === 201 ? 201 : body.code);

oneEngine('a currency with a rail that the platform does not support', (start) => {
  it('has the same rates and limits in accounts, exchange rates, lookups and quotes', async () => {
    const server = await start({ currencies: ['USD'] });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    for (const { kind, currency } of reached) {
      const { accountInfo } = samples[kind.accountType] ?? {};
      const account = await server.request('POST', '/customers/external-accounts', {
        customerId,
        currency,
        accountInfo,
      });
      expect([kind.accountType, currency, account.status, account.text]).toEqual([
        kind.accountType,
        currency,
        201,
        expect.any(String),
      ]);
      const lookup = await server.request(
        'GET',
        `/receiver/external-account/${account.body.id}?customerId=${customerId}`,
      );
      const [receivable] = lookup.body.supportedCurrencies;
      expect(receivable.currency.code).toBe(currency);
      const quote = (side: Side, amount: number): Promise<Answer> =>
        server.request(
          'POST',
          '/quotes',
          quoteBody({ from: accounts['USD'] ?? '', to: account.body.id, amount, side }),
        );
      const made = await quote('RECEIVING', receivable.min);
      expect([made.body.exchangeRate, made.body.receivingCurrency.code]).toEqual([
        receivable.estimatedExchangeRate,
        currency,
      ]);
      const isProven = account.body.status === 'ACTIVE';
      const tooMuch = isProven ? 'TRANSACTION_SIZE_LIMIT_EXCEEDED' : 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED';
      expect([
        outcome(await quote('RECEIVING', receivable.max)),
        outcome(await quote('RECEIVING', receivable.max + 1)),
      ]).toEqual([201, tooMuch]);
      if (receivable.min > 1) expect(outcome(await quote('RECEIVING', receivable.min - 1))).toBe('INVALID_AMOUNT');
      if (currency === 'USD') continue;

      const path = `/exchange-rates?sourceCurrency=USD&destinationCurrency=${currency}&sendingAmount=12345`;
      const rates: Answer['body'][] = (await server.request('GET', path)).body.data;
      const rails = rates.map((rate) => rate.destinationPaymentRail ?? null);
      const own = kind.network === null ? formsOf(kind).flatMap((form) => form.rails) : [null];
      expect(rails).toEqual(expect.arrayContaining(own));
      const [rate] = rates;
      // The network cost is the least fee, and the rates exclude it.
      const cost = Number(costMinor(server.deps, kind.network, 'USD'));
      const { body: sent } = await quote('SENDING', 12_345);
      expect([rate.exchangeRate, Math.max(rate.fees.total, cost)]).toEqual([sent.exchangeRate, sent.feesIncluded]);
      if (cost <= rate.fees.total) expect(rate.receivingAmount).toBe(sent.totalReceivingAmount);
      const [{ fees: leastFees }] = (await server.request('GET', path.replace(/\d+$/, String(rate.minSendingAmount))))
        .body.data;
      const least = rate.minSendingAmount + Math.max(0, cost - leastFees.total);
      expect(outcome(await quote('SENDING', least))).toBe(201);
      if (least > 1) expect(outcome(await quote('SENDING', least - 1))).toBe('AMOUNT_OUT_OF_RANGE');
      if (!isProven) continue;
      expect(outcome(await quote('SENDING', rate.maxSendingAmount))).toBe(201);
      expect(outcome(await quote('SENDING', rate.maxSendingAmount + 1))).toBe(tooMuch);
    }
    expect(reached.length).toBeGreaterThanOrEqual(Object.keys(accountFacts).length);
  });

  it('is refused between internal accounts with INVALID_CURRENCY', async () => {
    const server = await start({ currencies: ['USD', 'EUR'] });
    const { accounts } = await makeSender(server);
    const prepared = await prepareUma(server, 'success.eur');
    const fromDollars = umaQuoteBody(prepared);
    const fromEuros = umaQuoteBody({ ...prepared, from: prepared.accounts['EUR'] ?? '' });
    const umaPayments = [fromDollars, fromEuros];
    for (const body of umaPayments) expect((await server.request('POST', '/quotes', body)).status).toBe(201);
    const kept = { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000, requiredCounterpartyFields: [] };
    await server.request('PATCH', '/config', { supportedCurrencies: [kept] });
    const [dollars, euros] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const transfers = [quoteBody({ from: dollars, to: euros }), quoteBody({ from: euros, to: dollars })];
    for (const body of [...transfers, ...umaPayments]) {
      const answer = await server.request('POST', '/quotes', body);
      const { code, reason } = answer.body;
      expect([answer.status, code, reason]).toEqual([400, 'INVALID_CURRENCY', expect.stringContaining('EUR')]);
    }
  });
});
