import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { makeSender, makeUsdAccount } from '../../../test/parties.ts';
import { codeOf, refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import {
  arrive,
  burn,
  burnBody,
  listOperations,
  makeBank,
  makeIssue,
  makeTreasury,
  readOperation,
} from '../../../test/stablecoin-operations.ts';
import { linkProvider, post, registerToken, revokeLink } from '../../../test/stablecoins.ts';
import { dayMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxStablecoinProvider } from '../../sandbox/adapters/sandbox-stablecoin-provider.ts';

const unknown = '00000000-0000-7000-8000-000000000000';

function to(externalAccountId: string, rail = 'RTP_CREDIT') {
  return { destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId, rail } };
}

oneEngine('a burn from an external account', (start) => {
  it('returns an address for the tokens, and pays out once they have arrived', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { status, body } = await burn(server, issue);
    expect([status, body]).toMatchObject([
      201,
      {
        operationType: 'BURN',
        status: 'PENDING_FUNDING',
        amount: '100000000',
        source: { type: 'EXTERNAL_ACCOUNT' },
        fundingInstructions: {
          rail: 'SPARK',
          network: 'SPARK',
          address: expect.stringMatching(/^sparkt1/),
          valueType: 'EXD',
        },
        destination: { accountId: issue.bankId, rail: 'RTP_CREDIT' },
        estimatedDelivery: { rail: 'RTP_CREDIT', amount: '10000', currency: 'USD', timing: 'within seconds' },
        expiresAt: new Date(Date.parse(body.createdAt) + 7 * dayMs).toISOString(),
      },
    ]);
    expect((await burn(server, issue)).body.fundingInstructions.address).not.toBe(body.fundingInstructions.address);
    await arrive(server, body.id);
    await server.advance(3 * secondMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
    await expectHealthy(server);
  });

  it('returns a valid Spark address, which can be registered and paid like any other', async () => {
    const server = await start();
    const { body } = await burn(server, await makeIssue(server));
    const { address } = body.fundingInstructions;
    const wallet = { currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address } };
    expect((await server.request('POST', '/platform/external-accounts', wallet)).status).toBe(201);
  });

  it.each([
    ['WIRE', '1 business day', 3_600 * 1_000, 4 * dayMs],
    ['SAME_DAY_ACH_CREDIT', '1 business day', 3_600 * 1_000, 4 * dayMs],
    ['ACH_CREDIT', '1-3 business days', dayMs, 5 * dayMs],
  ])('with payout over %s is estimated at %s', async (rail, timing, notYetMs, thenMs) => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await burn(server, issue, { amount: '1000000', ...to(issue.bankId, rail) });
    expect(body.estimatedDelivery).toEqual({ rail, amount: '100', currency: 'USD', timing });
    await arrive(server, body.id);
    await server.advance(notYetMs);
    expect((await readOperation(server, body.id)).status).toBe('PROCESSING');
    await server.advance(thenMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
  });

  it.each([
    ['002', 'PROVIDER_TRANSFER_FAILED'],
    ['003', 'PROVIDER_REJECTED'],
    ['004', 'PAYOUT_RETURNED'],
  ])('to an account that ends in %s fails with %s', async (suffix, failureReason) => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await burn(server, issue, to(await makeBank(server, suffix)));
    await arrive(server, body.id);
    await server.advance(3 * secondMs);
    expect(await readOperation(server, body.id)).toMatchObject({ status: 'FAILED', failureReason });
  });

  it('to an account that ends in 005 takes 30 seconds', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await burn(server, issue, to(await makeBank(server, '005')));
    await arrive(server, body.id);
    await server.advance(29 * secondMs);
    expect((await readOperation(server, body.id)).status).toBe('PROCESSING');
    await server.advance(secondMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
  });

  it('expires after seven days without tokens', async () => {
    const server = await start();
    const { body } = await burn(server, await makeIssue(server));
    await server.advance(7 * dayMs);
    expect((await readOperation(server, body.id)).status).toBe('EXPIRED');
  });
});

oneEngine('a burn request', (start) => {
  it('is refused with the code of the first failed check, in order', async () => {
    const server = await start();
    const linkId = await linkProvider(server);
    const bankId = await makeBank(server);
    const change: Record<string, unknown> = {
      amount: '000',
      source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: await makeTreasury(server, 0) },
      ...to(`ExternalAccount:${unknown}`, 'RTP_CREDIT'),
    };
    const at = (stablecoinId: string) =>
      post(server, `/stablecoins/${stablecoinId}/burns`, burnBody({ bankId }, change));
    expect(refusedFields(await at(`Stablecoin:${unknown}`))).toEqual(['amount']);
    change['amount'] = '9999';
    expect(codeOf(await at(`Stablecoin:${unknown}`))).toEqual([404, 'STABLECOIN_NOT_FOUND']);
    expect(codeOf(await at(await registerToken(server, 'EXD001')))).toEqual([400, 'STABLECOIN_NOT_PROVISIONED']);
    const ready = await registerToken(server, 'ACME');
    await revokeLink(server, linkId);
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED']);
    await linkProvider(server);
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED']);
    change['source'] = { type: 'PROVIDER_INTERNAL_BALANCE' };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED']);
    change['source'] = { type: 'EXTERNAL_ACCOUNT' };
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_AMOUNT_NOT_REPRESENTABLE']);
    change['amount'] = '10000';
    expect(codeOf(await at(ready))).toEqual([404, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND']);
    const wallet = await server.request('POST', '/platform/external-accounts', sampleAccounts.SPARK_WALLET);
    Object.assign(change, to(wallet.body.id));
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
    Object.assign(change, to(await makeBank(server, '008')));
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED']);
    Object.assign(change, to(await makeBank(server, '012')));
    expect(codeOf(await at(ready))).toEqual([400, 'STABLECOIN_PROVIDER_ERROR']);
    // An account that is not debited is not linked as a source.
    Object.assign(change, to(await makeBank(server, '011')));
    expect((await at(ready)).status).toBe(201);
  });

  it('is refused to an account of a deleted customer', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { customerId } = await makeSender(server, 'USD', 0);
    const ofCustomer = { ...issue, bankId: await makeUsdAccount(server, customerId) };
    expect((await burn(server, ofCustomer)).status).toBe(201);
    await server.request('DELETE', `/customers/${customerId}`);
    expect(codeOf(await burn(server, ofCustomer))).toEqual([400, 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED']);
  });

  it('is refused from an internal account with the advice to use EXTERNAL_ACCOUNT, before and after enablement', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const other = { ...issue, stablecoinId: await registerToken(server, 'OTHER') };
    const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: await makeTreasury(server) };
    for (const [{ stablecoinId }, code] of [
      [other, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED'],
      [issue, 'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED'],
    ] as const) {
      const { status, body } = await burn(server, { ...issue, stablecoinId }, { source });
      expect([status, body.code]).toEqual([400, code]);
      expect(body.reason).toMatch(/\. Use EXTERNAL_ACCOUNT\.$/);
    }
  });

  it.each([
    ['006', 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED'],
    ['007', 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED'],
    ['009', 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED'],
    ['010', 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED'],
  ])('is refused to an account that ends in %s with %s', async (suffix, code) => {
    const server = await start();
    const issue = await makeIssue(server);
    expect(codeOf(await burn(server, issue, to(await makeBank(server, suffix))))).toEqual([400, code]);
    expect((await listOperations(server, issue)).data).toEqual([]);
  });

  it('is refused over a payout rail that the provider does not support', async () => {
    const provider = createSandboxStablecoinProvider();
    const server = await start({ deps: { stablecoinProvider: { ...provider, payoutRails: () => ['WIRE'] } } });
    const refused = await burn(server, await makeIssue(server));
    expect([refused.body.code, refused.body.reason]).toEqual([
      'STABLECOIN_OPERATION_NOT_SUPPORTED',
      expect.stringContaining('WIRE'),
    ]);
  });
});
