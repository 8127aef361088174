import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { newDevice, newWallet, openTestSession, slowCustodian, withWallets } from '../../../test/embedded-wallets.ts';
import { balanceOf, fund, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { StartOptions } from '../../../test/test-server.ts';
import { askFromWallet, executeSigned, payloadOf, preparePayer } from '../../../test/wallet-payers.ts';
import { findWallet } from '../../accounts/wallets/wallet-records.ts';
import { priceQuote } from '../../engines/rates/price.ts';
import { writeStamp } from '../../engines/wallet-crypto/stamp.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

// No configuration charges these fees: the service takes 50 basis points, and platform fees are in dollars.
it('prices 10.00 USDB with a fixed fee of 0.25 as 9.75 USD', () => {
  const fees = { service: { fixedMinor: 250_000n, variableBps: 0 }, platform: { fixedMinor: 0n, variableBps: 0 } };
  const worked = { lockedSide: 'SENDING', lockedMinor: 10_000_000n, sending: 'USDB', receiving: 'USD' } as const;
  expect(priceQuote({ ...worked, rate: '1', fees })).toMatchObject({
    sendingMinor: 10_000_000n,
    receivingMinor: 975n,
    fees: { totalMinor: 250_000n },
  });
});

oneEngine('a payment from an embedded wallet', (start) => {
  it('offers two payment instructions: a payload for the owner to sign, and an invoice of the wallet', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const { status, body: quote } = await askFromWallet(payer);
    const keys = await server.deps.database.read((unit) => findWallet(unit, server.tenant, payer.accountId));
    expect([status, quote.status, quote.paymentInstructions]).toEqual([
      201,
      'PENDING',
      [
        {
          accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: expect.any(String) },
          instructionsNotes: expect.any(String),
          isPlatformAccount: false,
        },
        {
          accountOrWalletInfo: {
            accountType: 'SPARK_WALLET',
            address: expect.stringMatching(/^spark/),
            invoice: expect.stringMatching(/^spark/),
            assetType: 'USDB',
          },
          instructionsNotes: expect.any(String),
          isPlatformAccount: false,
        },
      ],
    ]);
    expect(payloadOf(quote)).toMatch(
      /^\{"type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2","timestampMs":"\d+","organizationId":"[^"]+","parameters":\{"signWith":"[^"]+","unsignedTransaction":"[0-9a-f]{64}","type":"TRANSACTION_TYPE_ETHEREUM"\},"generateAppProofs":true\}$/,
    );
    expect(JSON.parse(payloadOf(quote))).toMatchObject({
      organizationId: keys?.organizationId,
      parameters: { signWith: keys?.signingKeyId },
    });
    expect((await server.request('GET', `/quotes/${quote.id}`)).body).toEqual(quote);
    expect(payloadOf((await askFromWallet(payer)).body)).not.toBe(payloadOf(quote));
  });

  it('executes with the signature over the payload of its quote and emits the usual events', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const { body: quote } = await askFromWallet(payer);
    expect(await balanceOf(server, payer.accountId)).toBe(10_000_000);
    const executed = await executeSigned(payer, quote, writeStamp(payer.device, payloadOf(quote)));
    const price = { exchangeRate: 1, feesIncluded: 50_000, totalSendingAmount: 10_000_000, totalReceivingAmount: 995 };
    expect(executed).toMatchObject({ status: 200, body: { status: 'PROCESSING', ...price } });
    expect(await balanceOf(server, payer.accountId)).toBe(0);
    await server.advance(48 * 60 * minuteMs);
    const told = await committedEvents(server, quote.transactionId);
    expect(told.map(({ type }) => type)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ]);
    expect(told.at(-1)?.data).toMatchObject({ receivedAmount: { amount: quote.totalReceivingAmount } });
  });

  it('requires the signature of its owner over the exact payload of the quote', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const stranger = await preparePayer(server, 0);
    const [{ body: quote }, { body: other }] = [await askFromWallet(payer), await askFromWallet(payer)];
    const payload = payloadOf(quote);
    for (const [signature, code] of [
      [undefined, 'WALLET_SIGNATURE_MISSING'],
      ['no signature', 'WALLET_SIGNATURE_MALFORMED'],
      [writeStamp(stranger.device, payload), 'WALLET_SIGNATURE_INVALID'],
      [writeStamp(newDevice(server), payload), 'WALLET_SIGNATURE_INVALID'],
      [writeStamp(payer.device, payloadOf(other)), 'WALLET_SIGNATURE_BODY_MISMATCH'],
      [writeStamp(payer.device, `${payload} `), 'WALLET_SIGNATURE_BODY_MISMATCH'],
      ...['type', 'timestampMs', 'organizationId', 'parameters', 'generateAppProofs'].map((name) => {
        const changed = JSON.stringify({ ...Object(JSON.parse(payload)), [name]: 'changed' });
        return [writeStamp(payer.device, changed), 'WALLET_SIGNATURE_BODY_MISMATCH'] as const;
      }),
    ] as const)
      expect([code, (await executeSigned(payer, quote, signature)).body.code]).toEqual([code, code]);
    expect(await balanceOf(server, payer.accountId)).toBe(10_000_000);
    const headers = { 'request-id': 'Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3' };
    const executed = await executeSigned(payer, quote, writeStamp(payer.device, payload), headers);
    expect(executed.status).toBe(200);
  });

  it('requires a wallet session that is still active', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    await server.advance(14 * minuteMs);
    const { body: quote } = await askFromWallet(payer);
    await server.advance(minuteMs);
    const late = await executeSigned(payer, quote, writeStamp(payer.device, payloadOf(quote)));
    expect(late).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    const next = newDevice(server);
    await openTestSession(server, payer.accountId, next);
    expect((await executeSigned(payer, quote, writeStamp(next, payloadOf(quote)))).status).toBe(200);
  });

  it('is refused beyond the balance, with immediatelyExecute, and as a transfer', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server, 9_999_999);
    expect((await askFromWallet(payer)).body.code).toBe('INSUFFICIENT_FUNDS');
    await fund(server, payer.accountId, 1);
    const immediate = await askFromWallet(payer, { immediatelyExecute: true });
    expect([immediate.status, refusedFields(immediate)]).toEqual([400, ['source.accountId']]);
    const transfer = { source: { accountId: payer.accountId }, destination: { accountId: payer.to }, amount: 10_000 };
    const made = await server.request('POST', '/transfer-out', transfer);
    expect([made.status, refusedFields(made)]).toEqual([400, ['source.accountId']]);
    expect(await balanceOf(server, payer.accountId)).toBe(10_000_000);
    expect((await askFromWallet(payer)).status).toBe(201);
  });

  it('requires a signature for a payment to an internal account too', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const path = `/customers/internal-accounts?customerId=${payer.customerId}&currency=USD`;
    const dollars = (await server.request('GET', path)).body.data[0].id;
    const { body: quote } = await askFromWallet({ ...payer, to: dollars });
    expect((await executeSigned(payer, quote)).body.code).toBe('WALLET_SIGNATURE_MISSING');
    expect((await executeSigned(payer, quote, writeStamp(payer.device, payloadOf(quote)))).status).toBe(200);
    await server.advance(minuteMs);
    expect(await balanceOf(server, dollars)).toBe(quote.totalReceivingAmount);
  });

  it('accepts sandbox-valid-signature in the sandbox alone', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const { body: quote } = await askFromWallet(payer);
    expect((await executeSigned(payer, quote, 'sandbox-valid-signature')).status).toBe(200);
    const options: StartOptions = { environment: 'PRODUCTION', isRegulated: true, skipsVerificationPaperwork: false };
    const production = await start({ ...options, ...withWallets, production: 'SIMULATED' });
    const { accountId } = await newWallet(production, { endUserTermsConsent: undefined });
    const path = `/internal-accounts/${accountId}`;
    const asked = await production.request('PATCH', path, { privateEnabled: true });
    const headers = {
      'service-wallet-signature': 'sandbox-valid-signature',
      'request-id': asked.body.requestId,
    };
    const answer = await production.request('PATCH', path, { privateEnabled: true }, headers);
    expect(answer.body.code).toBe('WALLET_SIGNATURE_MALFORMED');
  });

  it('is refused with WALLET_NOT_PROVISIONED while the wallet is being opened', async () => {
    const options: StartOptions = { environment: 'PRODUCTION', isRegulated: true, skipsVerificationPaperwork: false };
    const server = await start({ ...options, ...withWallets, production: { custody: slowCustodian } });
    const { accountId, customerId } = await newWallet(server, { endUserTermsConsent: undefined });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const quoted = await server.request('POST', '/quotes', quoteBody({ from: accountId, to: body.data[0].id }));
    expect(quoted).toMatchObject({ status: 409, body: { code: 'WALLET_NOT_PROVISIONED' } });
  });
});

eachEngine('a payment from an embedded wallet', (start) => {
  it('executes once when 8 requests carry the same signature', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server, 30_000_000);
    const { body: quote } = await askFromWallet(payer);
    const stamp = writeStamp(payer.device, payloadOf(quote));
    const answers = await Promise.all(Array.from({ length: 8 }, () => executeSigned(payer, quote, stamp)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(await balanceOf(server, payer.accountId)).toBe(20_000_000);
  });
});
