import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import {
  credentials,
  linkProvider,
  linksPath,
  post,
  readStablecoin,
  registerToken,
  revokeLink,
  spoilLink,
  tokenBody,
} from '../../../test/stablecoins.ts';
import type { StartOptions, TestServer } from '../../../test/test-server.ts';
import type { TokenMetadata } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxStablecoinProvider } from '../../sandbox/adapters/sandbox-stablecoin-provider.ts';

const nobody = 'StablecoinProviderAccount:00000000-0000-7000-8000-000000000000';

const register = (server: TestServer, identifier?: string, change: object = {}, key?: string) =>
  post(server, '/stablecoins', { ...tokenBody(identifier), ...change }, key);

const codeOf = async (answer: ReturnType<typeof register>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

/** A provider with different data for each token. */
function saying(token: Partial<TokenMetadata>): StartOptions {
  const provider = createSandboxStablecoinProvider();
  const readToken = async () => {
    const said: TokenMetadata = { name: 'Example Dollar', symbol: 'EXD', baseCurrency: 'USD', decimals: 6, ...token };
    return { kind: 'TOKEN', token: said } as const;
  };
  return { deps: { stablecoinProvider: { ...provider, readToken } } };
}

oneEngine('registering a stablecoin', (start) => {
  it('takes its description from the provider, and starts in PENDING_REVIEW and NOT_ENABLED', async () => {
    const server = await start();
    const link = await linkProvider(server);
    const { status, body } = await register(server);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^Stablecoin:/),
        name: 'EXD token',
        symbol: 'EXD',
        baseCurrency: 'USD',
        network: 'SPARK',
        decimals: 6,
        issuanceStatus: 'PENDING_REVIEW',
        serviceOperationsStatus: 'NOT_ENABLED',
        networkTokenIdentifier: tokenBody().networkTokenIdentifier,
        provider: 'STABLECOIN_ISSUER',
        stablecoinProviderAccountId: link,
        providerEnvironment: 'SANDBOX',
        providerTokenIdentifier: 'EXD',
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
      },
    ]);
    expect(await readStablecoin(server, body.id)).toEqual(body);
  });

  it('repeats its response for the same key, and refuses the key with another token', async () => {
    const server = await start();
    await linkProvider(server);
    const first = await register(server, 'EXD', {}, 'one');
    const again = await register(server, 'EXD', {}, 'one');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect(await codeOf(register(server, 'EXE', {}, 'one'))).toEqual([409, 'CONFLICT']);
  });

  it('reports every invalid field and the missing Idempotency-Key together', async () => {
    const server = await start();
    const body = { providerTokenIdentifier: '', network: 'MOON', stablecoinProviderAccountId: 'x' };
    const answer = await server.request('POST', '/stablecoins', body);
    expect([answer.status, refusedFields(answer).sort()]).toEqual([
      400,
      [
        'Idempotency-Key',
        'network',
        'networkTokenIdentifier',
        'providerTokenIdentifier',
        'stablecoinProviderAccountId',
      ],
    ]);
  });

  it('uses the only ACTIVE link, and requires a choice between several', async () => {
    const server = await start();
    expect(await codeOf(register(server))).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
    const first = await linkProvider(server);
    await revokeLink(server, first);
    expect(await codeOf(register(server))).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
    const second = await linkProvider(server, credentials('second'));
    expect((await register(server, 'EXA')).body.stablecoinProviderAccountId).toBe(second);
    const third = await linkProvider(server, credentials('third'));
    expect(await codeOf(register(server))).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED']);
    const chosen = await register(server, 'EXB', { stablecoinProviderAccountId: third });
    expect(chosen.body.stablecoinProviderAccountId).toBe(third);
  });

  it('refuses a link that is unknown, of another platform, invalid or revoked', async () => {
    const [server, other] = [await start(), await start()];
    const over = (id: string) => codeOf(register(server, 'EXD', { stablecoinProviderAccountId: id }));
    const id = await linkProvider(server);
    expect(await over(nobody)).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
    expect(await over(await linkProvider(other))).toEqual([404, 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND']);
    await spoilLink(server, id);
    expect(await over(id)).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID']);
    await revokeLink(server, id);
    expect(await over(id)).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED']);
  });

  it.each([
    ['005', 'INVALID'],
    ['006', 'REVOKED'],
  ])('sets the status of a link that the provider rejects: %s', async (suffix, status) => {
    const server = await start();
    const id = await linkProvider(server, { apiClientSecret: `secret-${suffix}` });
    const refused = await register(server, 'EXD', {}, 'one');
    expect([refused.status, refused.body.code]).toEqual([400, `STABLECOIN_PROVIDER_ACCOUNT_${status}`]);
    expect((await server.request('GET', `${linksPath}/${id}`)).body.status).toBe(status);
    await linkProvider(server);
    expect((await register(server, 'EXD', {}, 'one')).status).toBe(201);
  });

  it.each([
    ['EXD004', {}],
    ['no ticker', {}],
    ['EXD', { networkTokenIdentifier: 'erc20-0xabc' }],
  ])('refuses a token that the provider does not know: %s %o', async (identifier, change) => {
    const server = await start();
    await linkProvider(server);
    expect(await codeOf(register(server, identifier, change))).toEqual([400, 'STABLECOIN_VERIFICATION_FAILED']);
    expect((await server.request('GET', '/stablecoins')).body.totalCount).toBe(0);
  });

  it.each([{ baseCurrency: 'XXX' }, { decimals: 19 }, { decimals: -1 }, { decimals: 1.5 }])(
    'refuses a token with an unknown base currency or unsupported decimals: %o',
    async (token) => {
      const server = await start(saying(token));
      await linkProvider(server);
      expect(await codeOf(register(server))).toEqual([400, 'STABLECOIN_VERIFICATION_FAILED']);
    },
  );

  it('returns the reason of the provider when it fails, and registers nothing', async () => {
    const provider = createSandboxStablecoinProvider();
    for (const [problem, words] of [
      [{ kind: 'PROVIDER_ERROR', said: 'Come back later.' }, 'Come back later. Nothing was registered. Repeat '],
      [{ kind: 'UNREACHABLE' }, 'The provider cannot be reached now. Nothing was registered. Repeat '],
    ] as const) {
      const server = await start({ deps: { stablecoinProvider: { ...provider, readToken: async () => problem } } });
      await linkProvider(server);
      const { status, body } = await register(server);
      expect([status, body.code]).toEqual([400, 'STABLECOIN_PROVIDER_ERROR']);
      expect(body.reason.startsWith(words)).toBe(true);
      expect((await server.request('GET', '/stablecoins')).body.totalCount).toBe(0);
    }
  });

  it('refuses a registered token by either identifier, and then a registered symbol', async () => {
    const server = await start();
    await linkProvider(server);
    await registerToken(server, 'EXD');
    const { networkTokenIdentifier } = tokenBody('EXD');
    expect(await codeOf(register(server))).toEqual([409, 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS']);
    expect(await codeOf(register(server, 'EXE', { networkTokenIdentifier }))).toEqual([
      409,
      'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS',
    ]);
    expect(await codeOf(register(server, 'EXD002'))).toEqual([409, 'STABLECOIN_SYMBOL_ALREADY_EXISTS']);
  });

  it('reserves the identifier and the symbol of a REJECTED registration', async () => {
    const server = await start();
    await linkProvider(server);
    const id = await registerToken(server, 'EXD002');
    expect((await readStablecoin(server, id)).issuanceStatus).toBe('REJECTED');
    expect(await codeOf(register(server, 'EXD002'))).toEqual([409, 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS']);
    expect(await codeOf(register(server, 'EXD'))).toEqual([409, 'STABLECOIN_SYMBOL_ALREADY_EXISTS']);
  });
});

oneEngine('the issuance of a stablecoin', (start) => {
  it.each([
    ['EXD', ['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'PROVISIONED']],
    ['EXD001', ['PENDING_REVIEW', 'PENDING_REVIEW', 'PENDING_REVIEW', 'PENDING_REVIEW']],
    ['EXD002', ['PENDING_REVIEW', 'REJECTED', 'REJECTED', 'REJECTED']],
    ['EXD003', ['PENDING_REVIEW', 'PROVISIONING', 'FAILED', 'FAILED']],
    ['EXD005', ['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONING', 'PROVISIONED']],
  ])('follows the suffix of the token identifier: %s', async (identifier, expected) => {
    const server = await start();
    await linkProvider(server);
    const { id } = (await register(server, identifier)).body;
    const seen: string[] = [];
    for (const laterMs of [secondMs, secondMs, 2 * secondMs, 26 * secondMs]) {
      await server.advance(laterMs);
      seen.push((await readStablecoin(server, id)).issuanceStatus);
    }
    expect(seen).toEqual(expected);
  });

  it('is polled again once the link is ACTIVE again', async () => {
    const provider = createSandboxStablecoinProvider();
    let isRefusing = true;
    const server = await start({
      deps: {
        stablecoinProvider: {
          ...provider,
          pollIssuance: async (access, token, now) =>
            isRefusing ? { kind: 'CREDENTIALS_REFUSED' } : provider.pollIssuance(access, token, now),
        },
      },
    });
    const link = await linkProvider(server);
    const id = await registerToken(server);
    expect((await server.request('GET', `${linksPath}/${link}`)).body.status).toBe('INVALID');
    isRefusing = false;
    await linkProvider(server);
    await server.advance(5 * minuteMs);
    expect((await readStablecoin(server, id)).issuanceStatus).toBe('PROVISIONED');
    expect((await server.request('GET', `${linksPath}/${link}`)).body.status).toBe('ACTIVE');
  });
});

eachEngine('stablecoins', (start) => {
  it('are registered once by three parallel requests', async () => {
    const server = await start();
    await linkProvider(server);
    const answers = await Promise.all([register(server), register(server), register(server)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('can be the same on two platforms, hidden from each other', async () => {
    const [server, other] = [await start(), await start()];
    for (const each of [server, other]) await linkProvider(each);
    const id = await registerToken(server);
    await registerToken(other);
    const foreign = await other.request('GET', `/stablecoins/${id}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'STABLECOIN_NOT_FOUND']);
    expect((await other.request('GET', '/stablecoins')).body.totalCount).toBe(1);
  });

  it('are listed newest first, in pages, with filters', async () => {
    const server = await start();
    await linkProvider(server);
    const ids: string[] = [];
    for (const identifier of ['EXA', 'EXB002', 'EXC']) ids.unshift(await registerToken(server, identifier));
    const list = async (query: string) => {
      const { data, ...page } = (await server.request('GET', `/stablecoins?${query}`)).body;
      return [data.map((row: { id: string }) => row.id), page] as const;
    };
    const [first, page] = await list('limit=2');
    expect([first, page]).toEqual([ids.slice(0, 2), expect.objectContaining({ hasMore: true, totalCount: 3 })]);
    expect(await list(`limit=2&cursor=${page.nextCursor}`)).toEqual([
      ids.slice(2),
      { hasMore: false, nextCursor: null, totalCount: 3 },
    ]);
    expect((await list('issuanceStatus=REJECTED'))[0]).toEqual([ids[1]]);
    expect((await list('issuanceStatus=PROVISIONED&provider=STABLECOIN_ISSUER'))[0]).toEqual([ids[0], ids[2]]);
    expect((await list('serviceOperationsStatus=ENABLED'))[0]).toEqual([]);
  });
});
