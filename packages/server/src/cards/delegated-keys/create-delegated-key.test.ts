import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { issueCard, replaceSource, setCardState } from '../../../test/cards.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  newDevice,
  newWallet,
  openTestSession,
  signedHeaders,
  slowCustodian,
  type TestWallet,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, fund } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { type KeyPair, keyPairOf } from '../../engines/wallet-crypto/p256.ts';

interface MakingPayload {
  readonly organizationId: string;
  readonly parameters: { readonly users: readonly [{ readonly apiKeys: readonly [{ readonly publicKey: string }] }] };
}

interface Owner extends TestWallet {
  readonly server: TestServer;
  readonly device: KeyPair;
  readonly cardId: string;
}

async function makeOwner(server: TestServer): Promise<Owner> {
  const wallet = await newWallet(server);
  const device = newDevice(server);
  await openTestSession(server, wallet.accountId, device);
  return { server, device, cardId: await issueCard(server, wallet.customerId, wallet.accountId), ...wallet };
}

/** A card of a wallet that is not open. It cannot be ordered, but a stored card may be older than that rule. */
async function keepCard(server: TestServer, { customerId, accountId }: TestWallet): Promise<string> {
  const { deps, tenant, clock } = server;
  const [id, now] = [deps.ids.next('Card'), clock.now()];
  const source = { id: deps.ids.next('CardFundingSource'), card_id: id, position: 0, account_id: accountId };
  await deps.database.transaction(async (unit) => {
    unit.insert('cards', [
      {
        ...{ tenant, id, cardholder_id: customerId, platform_card_id: id, state: 'ACTIVE', state_reason: null },
        ...{ form: 'VIRTUAL', currency: 'USD', brand: null, last4: null, exp_month: null, exp_year: null },
        ...{ max_spend_per_transaction_minor: null, processor_ref: null, issuer_ref: null, sequence: 0 },
        ...{ created_at: now, updated_at: now },
      },
    ]);
    unit.insert('card_funding_sources', [{ tenant, created_at: now, ...source }]);
  });
  return id;
}

const bodyOf = ({ cardId, accountId }: Owner) => ({ cardId, internalAccountId: accountId, nickname: 'Card of Ada' });

function send(owner: Owner, headers: Record<string, string> = {}, change: object = {}) {
  return owner.server.request('POST', '/auth/delegated-keys', { ...bodyOf(owner), ...change }, headers);
}

/** Makes all three calls. */
async function makeKey(owner: Owner) {
  const first = await send(owner);
  const second = await send(owner, signedHeaders(owner.device, first));
  return send(owner, signedHeaders(owner.device, second));
}

async function listed({ server }: Owner, query: string): Promise<string[]> {
  const { body } = await server.request('GET', `/auth/delegated-keys?${query}`);
  return body.data.map(({ status }: { status: string }) => status);
}

async function buy({ server, cardId }: Owner): Promise<string> {
  const merchant = { descriptor: 'CORNER BOOKSHOP', mcc: '5942' };
  const path = `/sandbox/cards/${cardId}/simulate/authorization`;
  const { status, text } = await server.request('POST', path, { amount: 1_250, currency: { code: 'USD' }, merchant });
  if (status !== 202) throw new Error(text);
  const { body } = await server.request('GET', `/transactions?cardId=${cardId}&type=CARD`);
  const [newest] = body.data;
  return newest.status === 'DECLINED' ? newest.declineReason : newest.status;
}

oneEngine('a delegated key', (start) => {
  it('becomes ACTIVE after two signatures of the owner over different texts, and pays from then on', async () => {
    const server = await start(withWallets);
    const owner = await makeOwner(server);
    await fund(server, owner.accountId, 50_000_000);
    const first = await send(owner);
    expect([first.status, first.body.type]).toEqual([202, undefined]);
    const made = JSON.parse(first.body.payloadToSign) as MakingPayload;
    expect(made).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_USERS_V3',
      parameters: { users: [{ userName: 'Card of Ada', apiKeys: [{ curveType: 'API_KEY_CURVE_P256' }] }] },
    });
    expect(await listed(owner, `accountId=${owner.accountId}`)).toEqual([]);
    const second = await send(owner, signedHeaders(owner.device, first));
    expect([second.status, second.body.type]).toEqual([202, undefined]);
    expect(second.body.requestId).not.toBe(first.body.requestId);
    expect(JSON.parse(second.body.payloadToSign)).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_POLICIES',
      organizationId: made.organizationId,
      parameters: { policies: [{ effect: 'EFFECT_ALLOW', policyName: 'Card of Ada' }] },
    });
    expect(await listed(owner, `accountId=${owner.accountId}`)).toEqual(['PENDING']);
    expect(await buy(owner)).toBe('FUNDING_SOURCE_UNAVAILABLE');
    const third = await send(owner, signedHeaders(owner.device, second));
    expect(third).toMatchObject({
      status: 201,
      body: {
        cardId: owner.cardId,
        accountId: owner.accountId,
        fundingSourceId: expect.stringMatching(/^CardFundingSource:/),
        publicKey: made.parameters.users[0].apiKeys[0].publicKey,
        nickname: 'Card of Ada',
        status: 'ACTIVE',
      },
    });
    expect((await server.request('GET', `/auth/delegated-keys/${third.body.id}`)).body).toEqual(third.body);
    expect(await buy(owner)).toBe('AUTHORIZED');
    expect(await balanceOf(server, owner.accountId)).toBe(37_500_000);
  });

  it('stores its private key sealed and returns it in no response', async () => {
    const server = await start(withWallets);
    const owner = await makeOwner(server);
    const { body } = await makeKey(owner);
    const { secret, public_key } = await server.deps.database
      .read((unit) => unit.select((db) => db.selectFrom('delegated_keys').selectAll().where('id', '=', body.id)))
      .then(([row]) => row ?? { secret: '', public_key: '' });
    expect(keyPairOf(new Uint8Array(Buffer.from(secret ?? '', 'hex')))?.compressed).toBe(public_key);
    const stored = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('delegated_keys').selectAll().where('id', '=', body.id)),
    );
    expect(JSON.stringify([stored, body])).not.toContain(secret);
    expect(stored[0]?.secret).toMatch(/^sealed:/);
    expect(body.publicKey).toBe(public_key);
  });

  it('takes each signature once, for its own step, body and wallet', async () => {
    const server = await start(withWallets);
    const [owner, stranger] = [await makeOwner(server), await makeOwner(server)];
    const first = await send(owner);
    const headers = signedHeaders(owner.device, first);
    expect((await send(owner, headers, { nickname: 'Another' })).body.code).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect((await send(owner, signedHeaders(stranger.device, first))).body.code).toBe('WALLET_SIGNATURE_INVALID');
    const second = await send(owner, headers);
    expect((await send(owner, headers)).body.code).toBe('WALLET_SIGNATURE_INVALID');
    const mixed = { ...headers, 'request-id': second.body.requestId };
    expect((await send(owner, mixed)).body.code).toBe('WALLET_SIGNATURE_INVALID');
    const { 'request-id': _id, ...unnamed } = headers;
    expect((await send(owner, unnamed)).body.code).toBe('REQUEST_ID_MISSING');
    expect((await send(owner, signedHeaders(owner.device, second))).status).toBe(201);
  });

  it('requires an open card and a wallet that pays for it', async () => {
    const server = await start(withWallets);
    const [owner, other] = [await makeOwner(server), await makeOwner(server)];
    const path = `/customers/internal-accounts?customerId=${owner.customerId}&currency=USD`;
    const dollars = (await server.request('GET', path)).body.data[0].id;
    const codeOf = async (change: object): Promise<string> => (await send(owner, {}, change)).body.code;
    expect(await codeOf({ cardId: 'Card:0198c0de-7a25-7b1e-8d06-90a1b2c3d4e5' })).toBe('NOT_FOUND');
    const unknown = 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456';
    expect(await codeOf({ internalAccountId: unknown })).toBe('ACCOUNT_NOT_FOUND');
    expect(await codeOf({ internalAccountId: other.accountId })).toBe('NOT_FOUND');
    expect(refusedFields(await send(owner, {}, { nickname: '' }))).toContain('nickname');
    const paid = await issueCard(server, owner.customerId, dollars);
    const fiat = await send(owner, {}, { cardId: paid, internalAccountId: dollars });
    expect([fiat.status, refusedFields(fiat)]).toEqual([400, ['internalAccountId']]);
    await setCardState(server, owner.cardId, 'CLOSED');
    expect(await codeOf({})).toBe('CONFLICT');
  });

  it('is revoked once, without a signature, and pays for no purchase afterwards', async () => {
    const server = await start(withWallets);
    const owner = await makeOwner(server);
    await fund(server, owner.accountId, 50_000_000);
    const { body: key } = await makeKey(owner);
    const path = `/auth/delegated-keys/${key.id}`;
    expect(await server.request('DELETE', path)).toMatchObject({ status: 204, text: '' });
    expect((await server.request('GET', path)).body.status).toBe('REVOKED');
    const again = await server.request('DELETE', path);
    expect([again.status, refusedFields(again)]).toEqual([400, ['id']]);
    expect(await buy(owner)).toBe('FUNDING_SOURCE_UNAVAILABLE');
    const unknown = '/auth/delegated-keys/DelegatedKey:0198c0de-7a2a-7023-9b0b-e5f60718293a';
    for (const method of ['GET', 'DELETE'])
      expect(await server.request(method, unknown)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('is revoked when its card is closed and when the wallet stops paying for the card', async () => {
    const server = await start(withWallets);
    for (const change of ['state', 'fundingSources'] as const) {
      const owner = await makeOwner(server);
      const { body: key } = await makeKey(owner);
      const path = `/customers/internal-accounts?customerId=${owner.customerId}&currency=USD`;
      const dollars = (await server.request('GET', path)).body.data[0].id;
      const body = { state: { state: 'CLOSED' }, fundingSources: { fundingSources: [dollars] } }[change];
      expect((await server.request('PATCH', `/cards/${owner.cardId}`, body)).status).toBe(200);
      expect((await server.request('GET', `/auth/delegated-keys/${key.id}`)).body.status).toBe('REVOKED');
    }
  });

  it('is refused with CONFLICT when its wallet was replaced as funding source before the last signature', async () => {
    const owner = await makeOwner(await start(withWallets));
    const second = await send(owner, signedHeaders(owner.device, await send(owner)));
    const path = `/customers/internal-accounts?customerId=${owner.customerId}&currency=USD`;
    const dollars = (await owner.server.request('GET', path)).body.data[0].id;
    await replaceSource(owner.server, owner.cardId, dollars);
    await replaceSource(owner.server, owner.cardId, owner.accountId);
    const finished = await send(owner, signedHeaders(owner.device, second));
    expect(finished).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await makeKey(owner)).status).toBe(201);
    await expectHealthy(owner.server);
  });

  it('stays ACTIVE while the card is frozen and unfrozen and keeps its funding source', async () => {
    const server = await start(withWallets);
    const owner = await makeOwner(server);
    const { body: key } = await makeKey(owner);
    for (const body of [{ state: 'FROZEN' }, { state: 'ACTIVE' }, { fundingSources: [owner.accountId] }])
      expect((await server.request('PATCH', `/cards/${owner.cardId}`, body)).status).toBe(200);
    expect((await server.request('GET', `/auth/delegated-keys/${key.id}`)).body.status).toBe('ACTIVE');
  });

  it('is refused with WALLET_NOT_PROVISIONED while the custodian has not made the wallet', async () => {
    const facts = {
      isRegulated: true,
      skipsVerificationPaperwork: false,
      production: { custody: slowCustodian },
    } as const;
    const server = await start({ environment: 'PRODUCTION', ...facts, ...withWallets });
    const wallet = await newWallet(server, { endUserTermsConsent: undefined });
    const cardId = await keepCard(server, wallet);
    const answer = await send({ server, device: newDevice(server), cardId, ...wallet });
    expect(answer).toMatchObject({ status: 409, body: { code: 'WALLET_NOT_PROVISIONED' } });
  });
});

eachEngine('a delegated key', (start) => {
  it('is active once per funding source, and an unfinished one does not block the next', async () => {
    const server = await start(withWallets);
    const owner = await makeOwner(server);
    await send(owner, signedHeaders(owner.device, await send(owner)));
    const { body: key } = await makeKey(owner);
    expect(await send(owner)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { delegatedKeyId: key.id } },
    });
    expect(await listed(owner, `accountId=${owner.accountId}`)).toEqual(['ACTIVE', 'PENDING']);
    expect((await server.request('DELETE', `/auth/delegated-keys/${key.id}`)).status).toBe(204);
    expect((await makeKey(owner)).status).toBe(201);
    expect(await listed(owner, `fundingSourceId=${key.fundingSourceId}`)).toEqual(['ACTIVE', 'REVOKED', 'PENDING']);
  });

  it('becomes active once when two are finished at the same time', async () => {
    const server = await start(withWallets);
    const owner = await makeOwner(server);
    const seconds = [];
    for (let count = 0; count < 2; count += 1)
      seconds.push(await send(owner, signedHeaders(owner.device, await send(owner))));
    const answers = await Promise.all(seconds.map((second) => send(owner, signedHeaders(owner.device, second))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is listed by wallet or funding source, one of which is required', async () => {
    const server = await start(withWallets);
    const [owner, other] = [await makeOwner(server), await makeOwner(server)];
    const { body: key } = await makeKey(owner);
    await makeKey(other);
    expect(await listed(owner, `accountId=${owner.accountId}&fundingSourceId=${key.fundingSourceId}`)).toEqual([
      'ACTIVE',
    ]);
    expect(await listed(owner, `accountId=${other.accountId}&fundingSourceId=${key.fundingSourceId}`)).toEqual([]);
    expect(await listed(owner, `accountId=InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456`)).toEqual([]);
    const unnamed = await server.request('GET', '/auth/delegated-keys');
    expect([unnamed.status, refusedFields(unnamed)]).toEqual([400, ['accountId']]);
  });
});
