import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { slowCustodian } from '../../../test/embedded-wallets.ts';
import type { StartOptions, TestServer } from '../../../test/test-server.ts';
import type { Custody, OpeningReport, WalletKeys } from '../../engines/custody/custody.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { findWallet } from '../wallets/wallet-records.ts';

const keys: WalletKeys = {
  organizationId: 'organization',
  userId: 'user',
  walletId: 'wallet',
  signingKeyId: 'key',
  secret: null,
};

/** A custodian that needs two minutes and then ends as specified. */
function slowCustody(end: OpeningReport): Custody {
  return {
    ...slowCustodian,
    pollOpening: async ({ requestedAt }, now) => {
      const endsAt = plusMs(requestedAt, 2 * minuteMs);
      return now < endsAt ? { kind: 'OPENING', nextPollAt: endsAt } : end;
    },
  };
}

const production = (custody?: Custody): StartOptions => ({
  environment: 'PRODUCTION',
  isRegulated: true,
  skipsVerificationPaperwork: false,
  currencies: ['USD', 'USDB'],
  production: custody === undefined ? {} : { custody },
});

interface Account {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly privateEnabled?: boolean;
  readonly fundingPaymentInstructions: readonly { readonly accountOrWalletInfo: { readonly accountType: string } }[];
}

async function walletOf(server: TestServer, customerId: string): Promise<Account> {
  const path = `/customers/internal-accounts?customerId=${customerId}&currency=USDB`;
  return (await server.request('GET', path)).body.data[0];
}

const keysOf = (server: TestServer, { id }: Account): Promise<WalletKeys | undefined> =>
  server.deps.database.read((unit) => findWallet(unit, server.tenant, id));

oneEngine('the opening of an embedded wallet', (start) => {
  it('gives a new customer of a platform with USDB an ACTIVE wallet at once in the sandbox', async () => {
    const server = await start({ currencies: ['USD', 'USDC', 'USDB'] });
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const wallet = await walletOf(server, customerId);
    expect(wallet).toMatchObject({
      type: 'EMBEDDED_WALLET',
      status: 'ACTIVE',
      privateEnabled: false,
      balance: { amount: 0, currency: { code: 'USDB', decimals: 6 } },
      fundingPaymentInstructions: [{ accountOrWalletInfo: { accountType: 'SPARK_WALLET', assetType: 'USDB' } }],
    });
    expect((await keysOf(server, wallet))?.secret?.split(' ')).toHaveLength(12);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}`);
    const others = body.data.filter(({ type }: Account) => type !== 'EMBEDDED_WALLET');
    expect(others).toHaveLength(2);
    expect(others.filter((account: Account) => 'privateEnabled' in account)).toEqual([]);
  });

  it('stores the mnemonic encrypted, and includes it in no event', async () => {
    const server = await start({ currencies: ['USDB'] });
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const wallet = await walletOf(server, customerId);
    const phrase = (await keysOf(server, wallet))?.secret ?? '';
    const stored = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('wallets').select('secret').where('tenant', '=', server.tenant)),
    );
    expect(stored[0]?.secret).toMatch(/^sealed:/);
    expect(JSON.stringify([stored, await committedEvents(server), wallet])).not.toContain(phrase.slice(0, 20));
  });

  it('gives existing customers no wallet when the platform adds USDB', async () => {
    const server = await start({ currencies: ['USD'] });
    const earlier = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const entry = {
      minAmount: 1,
      maxAmount: 1_000_000_000,
      requiredCounterpartyFields: [],
    };
    const supportedCurrencies = ['USD', 'USDB'].map((currencyCode) => ({ ...entry, currencyCode }));
    expect(await server.request('PATCH', '/config', { supportedCurrencies })).toMatchObject({ status: 200 });
    expect(await walletOf(server, earlier)).toBeUndefined();
    const later = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    expect(await walletOf(server, later)).toMatchObject({ type: 'EMBEDDED_WALLET' });
    const own = (await server.request('GET', '/platform/internal-accounts?currency=USDB')).body.data[0];
    expect(own).toMatchObject({ type: 'INTERNAL_CRYPTO' });
    expect(own).not.toHaveProperty('privateEnabled');
  });

  it('allows sandbox funding without a signature', async () => {
    const server = await start({ currencies: ['USDB'] });
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const wallet = await walletOf(server, customerId);
    const funded = await server.request('POST', `/sandbox/internal-accounts/${wallet.id}/fund`, {
      amount: 1_000_000_000,
    });
    expect(funded).toMatchObject({ status: 200, body: { balance: { amount: 1_000_000_000 } } });
    const { body } = await server.request('GET', `/transactions?customerId=${customerId}`);
    expect(body.data).toMatchObject([{ type: 'INCOMING', status: 'COMPLETED', destination: { accountId: wallet.id } }]);
  });

  it('stays PENDING until the custodian has opened the wallet, and then emits events', async () => {
    const server = await start(production(slowCustody({ kind: 'OPENED', keys })));
    const customerId = await newCustomerId(server);
    const pending = await walletOf(server, customerId);
    expect(pending).toMatchObject({ status: 'PENDING', fundingPaymentInstructions: [] });
    expect([await keysOf(server, pending), await committedEvents(server, pending.id)]).toEqual([undefined, []]);
    await server.advance(minuteMs);
    expect(await walletOf(server, customerId)).toMatchObject({ status: 'PENDING' });
    await server.advance(minuteMs);
    const opened = await walletOf(server, customerId);
    expect(opened).toMatchObject({ status: 'ACTIVE' });
    expect(await keysOf(server, opened)).toEqual(keys);
    const events = await committedEvents(server, opened.id);
    expect(events.map(({ type, sequence, data }) => [type, sequence, (data as Account).status])).toEqual([
      ['INTERNAL_ACCOUNT.STATUS_UPDATED', 1, 'ACTIVE'],
      ['INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED', 2, 'ACTIVE'],
    ]);
  });

  it('ends as FAILED with an event when the custodian cannot open the wallet', async () => {
    const server = await start(production(slowCustody({ kind: 'FAILED' })));
    const customerId = await newCustomerId(server);
    await server.advance(2 * minuteMs);
    const failed = await walletOf(server, customerId);
    expect(failed).toMatchObject({ status: 'FAILED', fundingPaymentInstructions: [] });
    expect(await keysOf(server, failed)).toBeUndefined();
    expect((await committedEvents(server, failed.id)).map(({ type }) => type)).toEqual([
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
    ]);
  });

  it('stays PENDING in production without a custodian', async () => {
    const server = await start(production());
    const customerId = await newCustomerId(server);
    expect(await walletOf(server, customerId)).toMatchObject({ status: 'PENDING' });
  });
});
