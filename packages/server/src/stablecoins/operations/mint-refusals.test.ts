import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeGbpAccount, makeSender, makeUsdAccount } from '../../../test/parties.ts';
import { codeOf, refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import {
  type Issue,
  listOperations,
  makeBank,
  makeIssue,
  makeSparkWallet,
  makeTreasury,
  mint,
} from '../../../test/stablecoin-operations.ts';
import { linkProvider, post, registerToken, revokeLink, spoilLink } from '../../../test/stablecoins.ts';
import { dayMs } from '../../ground/clock/instant.ts';

const unknown = '00000000-0000-7000-8000-000000000000';

const debit = (externalAccountId: string) => ({ fundingSource: { type: 'ACH_DEBIT', externalAccountId } });
oneEngine('a mint request', (start) => {
  it('is refused with the code of the first failed check, in order', async () => {
    const server = await start();
    const linkId = await linkProvider(server);
    const walletId = await makeSparkWallet(server);
    const bankId = await makeBank(server);
    const issue: Issue = { stablecoinId: await registerToken(server, 'EXD001'), walletId, bankId };
    // Each step fixes what the previous one was refused for. Everything else is still wrong.
    const change: Record<string, unknown> = {
      amount: '0',
      fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: `InternalAccount:${unknown}` },
      destination: { accountId: `InternalAccount:${unknown}` },
    };
    const at = (stablecoinId: string) => mint(server, { ...issue, stablecoinId }, change);
    expect(refusedFields(await at(`Stablecoin:${unknown}`))).toEqual(['amount']);
    change['amount'] = '1';
    expect(codeOf(await at(`Stablecoin:${unknown}`))).toEqual([404, 'STABLECOIN_NOT_FOUND']);
    expect(codeOf(await at(issue.stablecoinId))).toEqual([400, 'STABLECOIN_NOT_PROVISIONED']);
    const ready = await registerToken(server, 'ACME');
    await spoilLink(server, linkId);
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID']);
    await linkProvider(server);
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED']);
    change['fundingSource'] = {
      type: 'PROVIDER_INTERNAL_BALANCE',
      sourceTokenIdentifier: 'USDC',
      cryptoNetwork: 'SOLANA',
    };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_OPERATION_NOT_SUPPORTED']);
    change['fundingSource'] = { type: 'ACH_DEBIT', externalAccountId: `ExternalAccount:${unknown}` };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED']);
    change['destination'] = { accountId: `ExternalAccount:${unknown}` };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_AMOUNT_NOT_REPRESENTABLE']);
    change['amount'] = `${10n ** 37n}`;
    expect(refusedFields(await at(ready))).toEqual(['amount']);
    change['amount'] = '10000';
    expect((await at(ready)).body).toMatchObject({
      code: 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
      reason: expect.stringContaining(unknown),
    });
    change['fundingSource'] = { type: 'ACH_DEBIT', externalAccountId: walletId };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
    change['fundingSource'] = { type: 'ACH_DEBIT', externalAccountId: await makeBank(server, '011') };
    expect(codeOf(await at(ready))).toEqual([404, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND']);
    change['destination'] = { accountId: bankId };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
    change['destination'] = { accountId: walletId };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED']);
    change['fundingSource'] = { type: 'ACH_DEBIT', externalAccountId: await makeBank(server, '012') };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_PROVIDER_ERROR']);
    change['fundingSource'] = { type: 'ACH_DEBIT', externalAccountId: bankId };
    expect((await at(ready)).status).toBe(201);
    expect((await listOperations(server, { ...issue, stablecoinId: ready })).data).toHaveLength(1);
  });

  it('is refused to an internal account, with or without service operations enabled', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const walletId = await makeTreasury(server, 0);
    expect((await mint(server, { ...issue, walletId })).body).toMatchObject({
      code: 'STABLECOIN_OPERATION_NOT_SUPPORTED',
      reason: 'Minting to an internal account is not supported yet. Send an external account of type SPARK_WALLET.',
    });
    const stablecoinId = await registerToken(server, 'OTHER');
    expect((await mint(server, { ...issue, stablecoinId, walletId })).body).toMatchObject({
      code: 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED',
      reason: expect.stringContaining('Send an external account of type SPARK_WALLET.'),
    });
    expect((await listOperations(server, issue)).data).toEqual([]);
    const customer = { destination: { accountId: `Customer:${unknown}` } };
    expect(refusedFields(await mint(server, issue, customer))).toEqual(['destination.accountId']);
  });

  it('is refused over a revoked provider account', async () => {
    const server = await start();
    const linkId = await linkProvider(server);
    const stablecoinId = await registerToken(server);
    await revokeLink(server, linkId);
    const issue = { stablecoinId, walletId: await makeSparkWallet(server), bankId: '' };
    expect(codeOf(await mint(server, issue))).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED']);
  });

  it.each([
    ['006', 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED'],
    ['007', 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED'],
    ['008', 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED'],
    ['009', 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED'],
    ['010', 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED'],
  ])('is refused for an account that ends in %s with %s', async (suffix, code) => {
    const server = await start();
    const issue = await makeIssue(server);
    const [walletId, bankId] = [await makeSparkWallet(server, suffix), await makeBank(server, suffix)];
    expect(codeOf(await mint(server, { ...issue, walletId }))).toEqual([400, code]);
    expect(codeOf(await mint(server, issue, debit(bankId)))).toEqual([400, code]);
    expect((await listOperations(server, issue)).data).toEqual([]);
  });

  it('is refused for accounts in another currency, on another network or not yet verified', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { customerId } = await makeSender(server, 'GBP', 0);
    const pounds = await makeGbpAccount(server, customerId);
    const wrong = await mint(server, issue, debit(pounds));
    expect(codeOf(wrong)).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
    const solana = await server.request('POST', '/platform/external-accounts', sampleAccounts.SOLANA_WALLET);
    const elsewhere = await mint(server, { ...issue, walletId: solana.body.id });
    expect(codeOf(elsewhere)).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
    const own = { ...sampleAccounts.SPARK_WALLET, customerId, ownershipType: 'FIRST_PARTY' };
    const unproved = await server.request('POST', '/customers/external-accounts', own);
    expect((await mint(server, { ...issue, walletId: unproved.body.id })).body).toMatchObject({
      code: 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED',
      reason: expect.stringContaining('PENDING_OWNERSHIP_VERIFICATION'),
    });
  });

  it('is refused as a debit while the bank validates the account, and for good if validation fails', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const [slow, wrong] = [await makeBank(server, '108'), await makeBank(server, '109')];
    const refusalOf = async (bankId: string): Promise<[number, string, string | undefined]> => {
      const answer = await mint(server, issue, debit(bankId));
      return [...codeOf(answer), /still being validated|permanently/.exec(answer.text)?.[0]];
    };
    const code = 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED';
    for (const bankId of [slow, wrong]) expect(await refusalOf(bankId)).toEqual([400, code, 'still being validated']);
    await server.advance(10 * dayMs);
    expect((await mint(server, issue, debit(slow))).status).toBe(201);
    expect(await refusalOf(wrong)).toEqual([400, code, 'permanently']);
  });

  it('is refused as a debit of a deleted customer and as a delivery to one', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { customerId } = await makeSender(server, 'USD', 0);
    const bankId = await makeUsdAccount(server, customerId);
    const wallet = { currency: 'BTC', accountInfo: sampleAccounts.SPARK_WALLET.accountInfo };
    const { id: walletId } = expectStatus(
      await server.request('POST', '/customers/external-accounts', { customerId, ...wallet }),
      201,
    );
    const ofCustomer = [debit(bankId), { destination: { accountId: walletId } }];
    for (const change of ofCustomer) expectStatus(await mint(server, issue, change), 201);
    expectStatus(await server.request('DELETE', `/customers/${customerId}`), 200);
    for (const change of ofCustomer) {
      const refused = await mint(server, issue, change);
      expect(codeOf(refused)).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
      expect(refused.body.reason).toContain(`belongs to ${customerId}, who is deleted`);
    }
  });

  it('is refused without an Idempotency-Key and with the key of another request', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const path = `/stablecoins/${issue.stablecoinId}/mints`;
    const body = { amount: '10000', fundingSource: { type: 'WIRE' }, destination: { accountId: issue.walletId } };
    expect(refusedFields(await server.request('POST', path, body))).toEqual(['Idempotency-Key']);
    const first = await post(server, path, body, 'mint-1');
    const again = await post(server, path, body, 'mint-1');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
    expect(codeOf(await post(server, path, { ...body, amount: '20000' }, 'mint-1'))).toEqual([409, 'CONFLICT']);
    expect((await listOperations(server, issue)).data).toHaveLength(1);
  });

  it.each([
    ['007', 'INVALID'],
    ['008', 'REVOKED'],
  ])(
    'is refused when the provider rejects a secret that ends in %s, which makes the link %s',
    async (suffix, status) => {
      const server = await start();
      const issue = await makeIssue(server, false, `sandbox-provider-secret-${suffix}`);
      expect(codeOf(await mint(server, issue))).toEqual([400, `STABLECOIN_PROVIDER_ACCOUNT_${status}`]);
      const links = await server.request('GET', '/stablecoin-provider-accounts');
      expect(links.body.data[0].status).toBe(status);
      expect((await listOperations(server, issue)).data).toEqual([]);
    },
  );
});
