import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { credentials, linkProvider, linksPath, post, revokeLink, spoilLink } from '../../../test/stablecoins.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { wordsOf } from '../../../test/words-of.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const link = (server: TestServer, change: object = {}, key?: string) =>
  post(server, linksPath, { ...credentials(), ...change }, key);

async function links(server: TestServer): Promise<number> {
  return (await server.request('GET', linksPath)).body.totalCount;
}

// The same links are read and listed: getStablecoinProviderAccount, listStablecoinProviderAccounts.
oneEngine('linking an account at a stablecoin provider', (start) => {
  it('returns the link without the credentials', async () => {
    const server = await start();
    const { status, body, text } = await link(server);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^StablecoinProviderAccount:/),
        provider: 'STABLECOIN_ISSUER',
        providerAccountId: expect.stringMatching(/^[0-9a-z]{27}$/),
        providerEnvironment: 'SANDBOX',
        status: 'ACTIVE',
        lastVerifiedAt: body.createdAt,
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
      },
    ]);
    for (const secret of Object.values(credentials()).slice(1)) expect(text).not.toContain(secret);
    expect((await server.request('GET', `${linksPath}/${body.id}`)).body).toEqual(body);
  });

  it('stores both credentials sealed', async () => {
    const server = await start();
    await linkProvider(server);
    const [row] = await server.bare.read((unit) =>
      unit.select((db) =>
        db
          .selectFrom('stablecoin_provider_accounts')
          .select(['api_client_id', 'api_client_secret'])
          .where('tenant', '=', server.tenant),
      ),
    );
    for (const kept of Object.values(row ?? {})) expect(kept).toMatch(/^sealed:/);
    const secret = credentials().apiClientSecret;
    expect(JSON.stringify(row)).not.toContain(Buffer.from(secret).toString('base64'));
  });

  it('repeats its response for the same key, and refuses the key with another body', async () => {
    const server = await start();
    const first = await link(server, {}, 'link-1');
    const again = await link(server, {}, 'link-1');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    const other = await link(server, { apiClientSecret: 'another-secret' }, 'link-1');
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT']);
    expect(await links(server)).toBe(1);
  });

  it.each([
    ['002', 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
    ['003', 'STABLECOIN_PROVIDER_ERROR'],
    ['004', 'INVALID_INPUT'],
  ])('stores no link when the provider does not return exactly one account: %s', async (suffix, code) => {
    const server = await start();
    const { status, body } = await link(server, { apiClientSecret: `secret-${suffix}` });
    expect([status, body.code]).toEqual([400, code]);
    expect(await links(server)).toBe(0);
  });

  it('links the named one of several accounts, and requires a choice without it', async () => {
    const server = await start();
    const asked = await link(server, { apiClientSecret: 'secret-004' });
    expect(refusedFields(asked)).toEqual(['providerAccountId']);
    const [, second = ''] = asked.body.details.errors[0].message.match(/: (\w+), (\w+)$/).slice(1);
    const chosen = await link(server, { apiClientSecret: 'secret-004', providerAccountId: second });
    expect([chosen.status, chosen.body.providerAccountId]).toEqual([201, second]);
    const unknown = await link(server, { apiClientSecret: 'secret-004', providerAccountId: 'acct_of_others' });
    expect([unknown.status, refusedFields(unknown)]).toEqual([400, ['providerAccountId']]);
  });

  it('says that the provider is unreachable, and can be retried with the key', async () => {
    const server = await start();
    const { stablecoinProvider } = server.deps;
    let isDown = true;
    const away = await start({
      deps: {
        stablecoinProvider: {
          ...stablecoinProvider,
          findAccounts: async (given) => (isDown ? { kind: 'UNREACHABLE' } : stablecoinProvider.findAccounts(given)),
        },
      },
    });
    const refused = await link(away, {}, 'once');
    expect([refused.status, refused.body.code]).toEqual([400, 'STABLECOIN_PROVIDER_ERROR']);
    expect(refused.body.reason).toMatch(
      /^The provider cannot be reached now\. Nothing was linked\. Repeat the request /,
    );
    isDown = false;
    expect((await link(away, {}, 'once')).status).toBe(201);
  });

  it('reports every invalid field and the missing Idempotency-Key together', async () => {
    const server = await start();
    const answer = await server.request('POST', linksPath, { provider: 'BANK', apiClientId: '' });
    expect([answer.status, refusedFields(answer).sort()]).toEqual([
      400,
      ['Idempotency-Key', 'apiClientId', 'apiClientSecret', 'provider'],
    ]);
  });

  it.each(['INVALID', 'REVOKED'] as const)('renews a link that is %s under the same id', async (status) => {
    const server = await start();
    const id = await linkProvider(server);
    await (status === 'REVOKED' ? revokeLink(server, id) : spoilLink(server, id));
    expect((await server.request('GET', `${linksPath}/${id}`)).body.status).toBe(status);
    await server.advance(minuteMs);
    const { body } = await link(server, { apiClientSecret: 'a-new-secret' });
    expect(body).toMatchObject({ id, status: 'ACTIVE', lastVerifiedAt: server.clock.now() });
    expect(body.createdAt < body.lastVerifiedAt).toBe(true);
    expect((await link(server)).body.code).toBe('CONFLICT');
  });
});

eachEngine('links to provider accounts', (start) => {
  it('are created once by three parallel requests', async () => {
    const server = await start();
    const answers = await Promise.all([link(server), link(server), link(server)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await links(server)).toBe(1);
  });

  it('can be to one provider account from two platforms, hidden from each other', async () => {
    const [server, other] = [await start(), await start()];
    const [one, another] = [await link(server), await link(other)];
    expect([one.status, another.status]).toEqual([201, 201]);
    expect(another.body.providerAccountId).toBe(one.body.providerAccountId);
    const foreign = await server.request('GET', `${linksPath}/${another.body.id}`);
    const nobody = another.body.id.replace(/.{4}$/, '0000');
    const unknown = await server.request('GET', `${linksPath}/${nobody}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
    expect(wordsOf(foreign).replaceAll(another.body.id, '')).toBe(wordsOf(unknown).replaceAll(nobody, ''));
  });

  it('are listed newest first, in pages, with filters', async () => {
    const server = await start();
    const ids: string[] = [];
    for (const client of ['a', 'b', 'c']) {
      ids.unshift(await linkProvider(server, credentials(`client-${client}`)));
      await server.advance(minuteMs);
    }
    await revokeLink(server, ids[1] ?? '');
    const list = async (query: string) => (await server.request('GET', `${linksPath}?${query}`)).body;
    const first = await list('limit=2');
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(first).toMatchObject({ hasMore: true, totalCount: 3 });
    const last = await list(`limit=2&cursor=${first.nextCursor}`);
    expect(last.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    expect(last).toMatchObject({ hasMore: false, nextCursor: null, totalCount: 3 });
    expect((await list('status=REVOKED')).data.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
    expect(await list('status=ACTIVE&provider=STABLECOIN_ISSUER')).toMatchObject({ totalCount: 2 });
    expect((await server.request('GET', `${linksPath}?status=GONE`)).body.code).toBe('INVALID_INPUT');
  });
});
