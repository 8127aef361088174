import { Buffer } from 'node:buffer';
import {
  getPayRequest,
  getPostTransactionCallback,
  getSignedLnurlpRequestUrl,
  InMemoryNonceValidator,
  KycStatus,
  LnurlpResponse,
  PayReqResponse,
  PubKeyResponse,
  verifyPayReqResponseSignature,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { oneEngine, type Start } from '../../../test/each-engine.ts';
import { balanceOf, makeSender } from '../../../test/parties.ts';
import type { StartOptions, TestServer } from '../../../test/test-server.ts';
import { keyPair } from '../../../test/uma-counterparty.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import type { FetchFromProvider } from '../../engines/uma/fetch-from-provider.ts';
import { readInvoice } from '../../engines/uma/invoice.ts';
import { findPublishedKeys, publishedForMs, rotateKeys } from '../../engines/uma/keys.ts';
import { openTravelRuleData, sealTravelRuleData } from '../../engines/uma/travel-rule.ts';
import { instantOf, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';
import { receiveSandboxPayment } from '../../sandbox/adapters/uma/sandbox-lightning.ts';

const bank = 'bank.example';
const sender = `$grace@${bank}`;
const signing = keyPair(3);
const encryption = keyPair(4);

/** The only provider that the server knows: it has keys, and the SDK makes everything it sends. */
function bankWith(keys: { signingPubKey: string } | undefined): FetchFromProvider {
  const document = { encryptionPubKey: encryption.publicKey, ...keys };
  return async () => (keys === undefined ? { status: 503, body: '' } : { status: 200, body: JSON.stringify(document) });
}

interface Asked {
  readonly server: TestServer;
  readonly domain: string;
  readonly receiver: string;
  readonly account: string;
}

let count = 0;

/** A platform with a domain, at the time of this machine, which the SDK uses. */
async function open(
  start: Start,
  ask: FetchFromProvider = bankWith({ signingPubKey: signing.publicKey }),
  deps: NonNullable<StartOptions['deps']> = {},
): Promise<Asked> {
  count += 1;
  const domain = `platform-${count}.example`;
  const server = await start({ deps: { ...deps, uma: createSandboxUma({ has: (one) => one === bank, ask }) } });
  server.clock.moveTo(instantOf(Date.now()));
  await server.request('PATCH', '/config', { umaDomain: domain });
  const receiver = `$ada@${domain}`;
  const { accounts } = await makeSender(server, 'USD', 0, { umaAddress: receiver });
  return { server, domain, receiver, account: accounts['USD'] ?? '' };
}

async function call({ server, domain }: Asked, path: string, body?: string, host = domain) {
  const { origin } = new URL(server.baseUrl);
  const answer = await request(`${origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { host, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await answer.body.text();
  const said = JSON.parse(text) as { readonly code?: string };
  return { status: answer.statusCode, text, code: said.code };
}

async function lookup(asked: Asked, change: (url: URL) => unknown = () => undefined): Promise<string> {
  const url = await getSignedLnurlpRequestUrl({
    isSubjectToTravelRule: true,
    receiverAddress: asked.receiver,
    senderVaspDomain: bank,
    signingPrivateKey: signing.privateKey,
  });
  change(url);
  return `${url.pathname}${url.search}`;
}

async function keysOf(asked: Asked): Promise<PubKeyResponse> {
  return PubKeyResponse.fromJson((await call(asked, '/.well-known/lnurlpubkey')).text);
}

type PayParts = Partial<Parameters<typeof getPayRequest>[0]>;

async function payRequest(asked: Asked, parts: PayParts = {}): Promise<string> {
  const message = await getPayRequest({
    receiverEncryptionPubKey: (await keysOf(asked)).getEncryptionPubKey(),
    sendingVaspPrivateKey: signing.privateKey,
    receivingCurrencyCode: 'USD',
    isAmountInReceivingCurrency: true,
    amount: 2_500,
    payerIdentifier: sender,
    payerName: 'Grace Hopper',
    trInfo: JSON.stringify({ originator: { BIRTH_DATE: '1906-12-09' } }),
    payerKycStatus: KycStatus.Verified,
    utxoCallback: `https://${bank}/utxos/1`,
    requestedPayeeData: { name: { mandatory: true } },
    umaMajorVersion: 1,
    ...parts,
  });
  return message.toJsonString();
}

const payPath = '/.well-known/lnurlp/$ada/pay';

oneEngine('a provider that sends what the reference SDK makes', (start) => {
  it('receives signed responses that the SDK verifies, and an invoice for the amount', async () => {
    const asked = await open(start);
    const keys = await keysOf(asked);
    const nonces = new InMemoryNonceValidator(0);
    const found = LnurlpResponse.fromJson((await call(asked, await lookup(asked))).text);
    expect(await verifyUmaLnurlpResponseSignature(found, keys, nonces)).toBe(true);
    expect([found.umaVersion, found.currencies?.[0]?.code]).toEqual(['1.0', 'USD']);
    expect(found.callback).toBe(`https://${asked.domain}${payPath}`);
    const answer = await call(asked, payPath, await payRequest(asked));
    const agreed = PayReqResponse.fromJson(answer.text);
    expect(await verifyPayReqResponseSignature(agreed, sender, asked.receiver, keys, nonces)).toBe(true);
    expect(agreed.converted).toMatchObject({ amount: 2_500, currencyCode: 'USD', decimals: 2 });
    expect(agreed.payeeData?.name).toBe('Ada Lovelace');
    expect(readInvoice(agreed.pr)?.amountMillisatoshis).toBe(25_706_941n);
    // Data sealed to the platform's key is read, and stored sealed until the invoice is paid.
    const rows = await asked.server.deps.database.read((unit) =>
      unit.select((db) =>
        db.selectFrom('uma_requests').select('sealed_payer').where('tenant', '=', asked.server.tenant),
      ),
    );
    const payers = rows.map(({ sealed_payer: sealed }) => JSON.parse(asked.server.deps.sealer.unseal(sealed)));
    expect(payers).toEqual([{ BIRTH_DATE: '1906-12-09', FULL_NAME: 'Grace Hopper' }]);
    expect(rows[0]?.sealed_payer).not.toContain('Hopper');
    await receiveSandboxPayment(agreed.pr, asked.server);
    await asked.server.advance(secondMs);
    const { body } = await asked.server.request('GET', '/transactions?type=INCOMING');
    expect((await asked.server.request('POST', `/transactions/${body.data[0].id}/approve`)).status).toBe(200);
    await asked.server.advance(minuteMs);
    expect(await balanceOf(asked.server, asked.account)).toBe(2_500);
    const inMillisatoshis = { amount: 25_706_941, isAmountInReceivingCurrency: false };
    const locked = await call(asked, payPath, await payRequest(asked, inMillisatoshis));
    expect(PayReqResponse.fromJson(locked.text).converted?.amount).toBe(2_500);
  });

  it('reaches the platform at its domain and proxy subdomain, and at no other host', async () => {
    const asked = await open(start);
    const { body } = await asked.server.request('GET', '/config');
    const proxied = `${body.proxyUmaSubdomain}.127.0.0.1`;
    const path = await lookup(asked);
    expect((await call(asked, path, undefined, proxied)).status).toBe(200);
    expect(await call(asked, '/.well-known/uma-configuration', undefined, proxied)).toMatchObject({
      status: 200,
      text: '{"uma_major_versions":[1]}',
    });
    for (const host of ['other.example', `x.${proxied}`, '127.0.0.1'])
      for (const one of [path, '/.well-known/lnurlpubkey', '/.well-known/uma-configuration'])
        expect(await call(asked, one, undefined, host)).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
    for (const one of [payPath, '/.well-known/lnurlp/$ada/utxos/1', '/.well-known/lnurlp/$sandbox/lightning'])
      expect((await call(asked, one, '{"invoice":"lntb1"}', 'other.example')).status).toBe(404);
    // Two platforms of an environment that claim one domain receive nothing at it.
    const other = await start();
    await other.request('PATCH', '/config', { umaDomain: asked.domain });
    expect((await call(asked, '/.well-known/lnurlpubkey')).status).toBe(404);
    expect((await call(asked, '/.well-known/lnurlpubkey', undefined, proxied)).status).toBe(200);
  });

  it('finds customers at the previous domain of their platform until another platform uses it', async () => {
    const asked = await open(start);
    await asked.server.request('PATCH', '/config', { umaDomain: `renamed-${asked.domain}` });
    expect((await call(asked, await lookup(asked))).status).toBe(200);
    expect((await call(asked, payPath, await payRequest(asked))).status).toBe(200);
    const { proxyUmaSubdomain } = (await asked.server.request('GET', '/config')).body;
    const proxied = await call(asked, await lookup(asked), undefined, `${proxyUmaSubdomain}.127.0.0.1`);
    expect(proxied.status).toBe(200);
    await (await start()).request('PATCH', '/config', { umaDomain: asked.domain });
    expect(await call(asked, await lookup(asked))).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
  });

  it('is refused a changed or repeated lookup with the code of its mistake', async () => {
    const asked = await open(start);
    const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value);
    const changed: readonly [string, (url: URL) => unknown, number, string][] = [
      ['another nonce', set('nonce', '1'), 401, 'INVALID_SIGNATURE'],
      ['no nonce', (url) => url.searchParams.delete('nonce'), 400, 'MISSING_REQUIRED_UMA_PARAMETERS'],
      ['half a signature', set('signature', '3044'), 401, 'INVALID_SIGNATURE'],
      ['a signature that is no text', set('signature', 'zz'), 401, 'INVALID_SIGNATURE'],
      ['a time long ago', set('timestamp', '1700000000'), 400, 'INVALID_TIMESTAMP'],
      ['a time that is none', set('timestamp', 'soon'), 400, 'INVALID_TIMESTAMP'],
      ['another domain', set('vaspDomain', 'mallory.example'), 403, 'COUNTERPARTY_NOT_ALLOWED'],
      ['a domain that is none', set('vaspDomain', '127.0.0.1/x'), 400, 'INVALID_INPUT'],
      ['a version of tomorrow', set('umaVersion', '7.0'), 412, 'UNSUPPORTED_UMA_VERSION'],
      ['a version without a signed answer', set('umaVersion', '0.3'), 412, 'UNSUPPORTED_UMA_VERSION'],
      ['no parameters', (url) => Object.assign(url, { search: '' }), 403, 'NON_UMA_LNURL_NOT_SUPPORTED'],
      [
        'another receiver',
        (url) => Object.assign(url, { pathname: url.pathname.replace('$ada', '$bob') }),
        401,
        'INVALID_SIGNATURE',
      ],
    ];
    for (const [what, change, status, code] of changed)
      expect([what, await call(asked, await lookup(asked, change))]).toMatchObject([what, { status, code }]);
    const path = await lookup(asked);
    expect((await call(asked, path)).status).toBe(200);
    expect(await call(asked, path)).toMatchObject({ status: 400, code: 'INVALID_NONCE' });
    const nobody = { ...asked, receiver: `$nobody@${asked.domain}` };
    expect(await call(nobody, await lookup(nobody))).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
  });

  it.each<[string, FetchFromProvider, number, string]>([
    ['cannot be fetched', bankWith(undefined), 424, 'COUNTERPARTY_PUBKEY_FETCH_ERROR'],
    ['are no points', bankWith({ signingPubKey: '04'.padEnd(130, 'f') }), 400, 'INVALID_PUBKEY_FORMAT'],
    ['are those of somebody else', bankWith({ signingPubKey: keyPair(9).publicKey }), 401, 'INVALID_SIGNATURE'],
  ])('is refused where its keys %s', async (_what, ask, status, code) => {
    const asked = await open(start, ask);
    expect(await call(asked, await lookup(asked))).toMatchObject({ status, code });
  });

  it('is refused an invalid or repeated payment request with the code of its mistake', async () => {
    const asked = await open(start);
    const refused: readonly [string, PayParts, number, string][] = [
      ['another currency', { receivingCurrencyCode: 'JPY' }, 400, 'INVALID_CURRENCY'],
      ['more than is taken', { amount: 10 ** 15 }, 400, 'AMOUNT_OUT_OF_RANGE'],
      ['nothing', { amount: 0 }, 400, 'AMOUNT_OUT_OF_RANGE'],
      ['no name', { payerName: undefined, trInfo: undefined }, 400, 'MISSING_MANDATORY_PAYER_DATA'],
      [
        'a demand without a name',
        { requestedPayeeData: { shoeSize: { mandatory: true } } },
        501,
        'UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
      ],
      ['a demand that the file lacks', { requestedPayeeData: { taxId: { mandatory: true } } }, 403, 'USER_NOT_READY'],
      ['the key of somebody else', { sendingVaspPrivateKey: keyPair(9).privateKey }, 401, 'INVALID_SIGNATURE'],
      ['a sender elsewhere', { payerIdentifier: '$grace@mallory.example' }, 403, 'COUNTERPARTY_NOT_ALLOWED'],
    ];
    for (const [what, parts, status, code] of refused)
      expect([what, await call(asked, payPath, await payRequest(asked, parts))]).toMatchObject([
        what,
        { status, code },
      ]);
    const message = await payRequest(asked);
    expect(await call(asked, payPath, message.replace('"convert"', '"other"'))).toMatchObject({ status: 400 });
    expect(await call(asked, payPath, '{')).toMatchObject({ status: 400, code: 'PARSE_PAYREQ_REQUEST_ERROR' });
    const late = message.replace(/"signatureTimestamp":\d+/, '"signatureTimestamp":1700000000');
    expect(await call(asked, payPath, late)).toMatchObject({ status: 400, code: 'INVALID_TIMESTAMP' });
    expect((await call(asked, payPath, message)).status).toBe(200);
    expect(await call(asked, payPath, message)).toMatchObject({ status: 400, code: 'INVALID_NONCE' });
    expect((await call(asked, payPath, 'x'.repeat(65 * 1024))).status).toBe(400);
  });

  it('is refused with REQUEST_NOT_FOUND when it reports channels of an unknown payment', async () => {
    const asked = await open(start);
    const told = { utxos: [], vaspDomain: bank, signingPrivateKey: signing.privateKey };
    const body = JSON.stringify(await getPostTransactionCallback(told));
    const answer = await call(asked, '/.well-known/lnurlp/$ada/utxos/00000000000000000000000000000000', body);
    expect(answer).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' });
  });

  it('is refused an amount that rounds to zero millisatoshis', async () => {
    const rate = '0.0000000003';
    const rates: RateSource = { ...createSandboxRates(), rateFor: (_from, _to, now) => ({ rate, updatedAt: now }) };
    const asked = await open(start, undefined, { rates });
    const amounts = { 1: [400, 'AMOUNT_OUT_OF_RANGE'], 2: [200, undefined] } as const;
    for (const [amount, [status, code]] of Object.entries(amounts)) {
      const answer = await call(asked, payPath, await payRequest(asked, { amount: Number(amount) }));
      expect([amount, answer.status, answer.code]).toEqual([amount, status, code]);
    }
  });

  it('is refused an address with a zero byte with INVALID_REQUEST_FORMAT', async () => {
    const asked = await open(start);
    for (const path of ['%00', '%00/pay', '$ada%00/pay', '$ada/utxos/%00', '%00/utxos/1']) {
      const answer = await call(asked, `/.well-known/lnurlp/${path}`, path.includes('/') ? '{}' : undefined);
      expect([path, answer]).toMatchObject([path, { status: 400, code: 'INVALID_REQUEST_FORMAT' }]);
    }
  });

  it('has data sealed to a rotated key unsealed, and data sealed to a foreign key refused', async () => {
    const { server } = await open(start);
    const { deps, tenant, clock } = server;
    const context = { tenant, deps };
    const { encryptionPublicKey } = await findPublishedKeys(context);
    const data = { originator: { FULL_NAME: 'Grace Hopper' }, beneficiary: { account: '$ada@south.example' } };
    const sealed = sealTravelRuleData(data, Buffer.from(encryptionPublicKey, 'hex'));
    await rotateKeys(context);
    clock.moveTo(plusMs(clock.now(), publishedForMs));
    expect((await findPublishedKeys(context)).encryptionPublicKey).not.toBe(encryptionPublicKey);
    expect(await openTravelRuleData(sealed, context)).toEqual(data);
    const foreign = sealTravelRuleData(data, Buffer.from(keyPair(9).publicKey, 'hex'));
    expect(await openTravelRuleData(foreign, context)).toBeUndefined();
    expect(await openTravelRuleData(`${sealed.slice(0, -2)}00`, context)).toBeUndefined();
  });
});
