import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { ledgerOf } from '../../../test/ledger-of.ts';
import { balanceOf, makeSender } from '../../../test/parties.ts';
import { codeOf, refusedFields } from '../../../test/refused-fields.ts';
import {
  arrive,
  listOperations,
  makeBank,
  makeIssue,
  makeSparkWallet,
  makeTreasury,
  mint,
  readOperation,
} from '../../../test/stablecoin-operations.ts';
import type { StablecoinIssuer, TokenOrder } from '../../engines/stablecoin-provider/token-operations.ts';
import { dayMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxStablecoinProvider } from '../../sandbox/adapters/sandbox-stablecoin-provider.ts';

const unknown = '00000000-0000-7000-8000-000000000000';

const debit = (externalAccountId: string, type = 'ACH_DEBIT') => ({ fundingSource: { type, externalAccountId } });
const fromHere = (accountId: string) => ({ fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId } });

oneEngine('a mint by wire', (start) => {
  it('returns funding instructions, and completes once the wire has arrived', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { status, body } = await mint(server, issue, { description: 'First issue' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^StablecoinOperation:/),
        stablecoinId: issue.stablecoinId,
        operationType: 'MINT',
        status: 'PENDING_FUNDING',
        amount: '100000000',
        provider: 'STABLECOIN_ISSUER',
        providerEnvironment: 'SANDBOX',
        stablecoinProviderAccountId: expect.stringMatching(/^StablecoinProviderAccount:/),
        source: { type: 'WIRE' },
        fundingInstructions: {
          rail: 'WIRE',
          valueType: 'USD',
          beneficiaryName: 'Sandbox Stablecoin Issuer',
          bankName: 'Sandbox Bank',
          routingNumber: '110000000',
          accountNumber: expect.stringMatching(/^\d{10}$/),
          reference: expect.stringMatching(/^[0-9A-F]{10}$/),
        },
        destination: { accountId: issue.walletId },
        expiresAt: new Date(Date.parse(body.createdAt) + 7 * dayMs).toISOString(),
        providerStatus: 'awaiting_deposit',
        description: 'First issue',
        createdAt: body.createdAt,
        updatedAt: body.createdAt,
      },
    ]);
    await server.advance(dayMs);
    expect(await readOperation(server, body.id)).toEqual(body);
    expect((await arrive(server, body.id)).body).toMatchObject({ status: 'PROCESSING', providerStatus: 'processing' });
    await server.advance(3 * secondMs);
    expect(await readOperation(server, body.id)).toMatchObject({ status: 'COMPLETED', providerStatus: 'settled' });
    await expectHealthy(server);
  });

  it('expires after seven days, and then refuses funding with CONFLICT', async () => {
    const server = await start();
    const { body } = await mint(server, await makeIssue(server));
    await server.advance(7 * dayMs - secondMs);
    expect((await readOperation(server, body.id)).status).toBe('PENDING_FUNDING');
    await server.advance(secondMs);
    expect((await readOperation(server, body.id)).status).toBe('EXPIRED');
    expect(codeOf(await arrive(server, body.id))).toEqual([409, 'CONFLICT']);
    await server.advance(dayMs);
    expect((await readOperation(server, body.id)).status).toBe('EXPIRED');
    await expectHealthy(server);
  });

  it.each(['1000000', '100000001'])(
    'fails with FUNDING_MISMATCH when %s arrives instead of 100000000',
    async (amount) => {
      const server = await start();
      const { body } = await mint(server, await makeIssue(server));
      const failed = { status: 'FAILED', failureReason: 'FUNDING_MISMATCH' };
      expect((await arrive(server, body.id, { amount })).body).toMatchObject(failed);
      await server.advance(8 * dayMs);
      expect(await readOperation(server, body.id)).toMatchObject(failed);
    },
  );

  it('drops leading zeros of its amount', async () => {
    const server = await start();
    const { body } = await mint(server, await makeIssue(server), { amount: '00010000' });
    expect(body.amount).toBe('10000');
    expect((await arrive(server, body.id, { amount: '010000' })).body.status).toBe('PROCESSING');
  });

  it.each([
    ['002', 'PROVIDER_TRANSFER_FAILED'],
    ['003', 'PROVIDER_REJECTED'],
    ['004', 'PROVIDER_TRANSFER_FAILED'],
  ])('to a wallet that ends in %s fails with %s', async (suffix, failureReason) => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await mint(server, { ...issue, walletId: await makeSparkWallet(server, suffix) });
    await arrive(server, body.id);
    await server.advance(3 * secondMs);
    expect(await readOperation(server, body.id)).toMatchObject({ status: 'FAILED', failureReason });
    await expectHealthy(server);
  });

  it('to a wallet that ends in 005 takes 30 seconds', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await mint(server, { ...issue, walletId: await makeSparkWallet(server, '005') });
    await arrive(server, body.id);
    await server.advance(29 * secondMs);
    expect((await readOperation(server, body.id)).status).toBe('PROCESSING');
    await server.advance(secondMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
  });
});

oneEngine('a mint by debit', (start) => {
  it.each([
    ['ACH_DEBIT', 2],
    ['SAME_DAY_ACH_DEBIT', 1],
  ])('over %s is collected within %s banking days', async (type, days) => {
    const server = await start();
    const issue = await makeIssue(server);
    const { status, body } = await mint(server, issue, debit(issue.bankId, type));
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'PENDING_PROVIDER',
        source: { type, externalAccountId: issue.bankId },
        destination: { accountId: issue.walletId },
        providerStatus: 'debit_submitted',
      },
    ]);
    for (const absent of ['fundingInstructions', 'expiresAt', 'estimatedDelivery'])
      expect(body).not.toHaveProperty(absent);
    expect(codeOf(await arrive(server, body.id))).toEqual([409, 'CONFLICT']);
    await server.advance(days * dayMs - 12 * 3_600 * secondMs);
    expect((await readOperation(server, body.id)).status).toBe('PENDING_PROVIDER');
    await server.advance(7 * dayMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
    await expectHealthy(server);
  });

  it.each([
    ['002', 'PROVIDER_TRANSFER_FAILED'],
    ['003', 'PROVIDER_REJECTED'],
    ['004', 'DEBIT_RETURNED'],
  ])('of an account that ends in %s fails with %s', async (suffix, failureReason) => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await mint(server, issue, debit(await makeBank(server, suffix)));
    await server.advance(8 * dayMs);
    expect(await readOperation(server, body.id)).toMatchObject({ status: 'FAILED', failureReason });
  });

  it('of an account that ends in 005 is collected after 30 seconds', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const { body } = await mint(server, issue, debit(await makeBank(server, '005')));
    await server.advance(30 * secondMs);
    expect((await readOperation(server, body.id)).status).toBe('PROCESSING');
    await server.advance(2 * secondMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
  });
});

oneEngine('a mint from an internal account', (start) => {
  it('debits the account at once, and settles with the provider when the tokens are delivered', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 15_000);
    const { status, body } = await mint(server, issue, fromHere(treasury));
    const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: treasury };
    expect([status, body]).toMatchObject([201, { status: 'PENDING_PROVIDER', source }]);
    expect(await balanceOf(server, treasury)).toBe(5_000);
    await expectHealthy(server);
    await server.advance(minuteMs);
    expect((await readOperation(server, body.id)).status).toBe('COMPLETED');
    expect(await ledgerOf(server, body.id)).toEqual([
      ['STABLECOIN_DEBIT', treasury, -10_000n],
      ['STABLECOIN_DEBIT', 'service:transit:USD', 10_000n],
      ['STABLECOIN_SETTLE', 'service:transit:USD', -10_000n],
      ['STABLECOIN_SETTLE', 'service:world:USD', 10_000n],
    ]);
    await expectHealthy(server);
  });

  it('credits the account again when the mint fails', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 15_000);
    const walletId = await makeSparkWallet(server, '002');
    const { body } = await mint(server, { ...issue, walletId }, fromHere(treasury));
    await server.advance(minuteMs);
    const failed = { status: 'FAILED', failureReason: 'PROVIDER_TRANSFER_FAILED' };
    expect(await readOperation(server, body.id)).toMatchObject(failed);
    expect(await balanceOf(server, treasury)).toBe(15_000);
    await expectHealthy(server);
  });

  it('posts the refund to service:refunds when the account is CLOSED before the mint fails', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    const walletId = await makeSparkWallet(server, '002');
    const { body } = await mint(server, { ...issue, walletId }, fromHere(treasury));
    await server.request('POST', `/sandbox/internal-accounts/${treasury}/status`, { status: 'CLOSED' });
    await server.advance(minuteMs);
    expect((await readOperation(server, body.id)).status).toBe('FAILED');
    expect((await ledgerOf(server, body.id)).at(-1)).toEqual(['STABLECOIN_REFUND', 'service:refunds:USD', 10_000n]);
    await expectHealthy(server);
  });

  it('is refused with INSUFFICIENT_FUNDS, and creates no operation', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 9_999);
    expect(codeOf(await mint(server, issue, fromHere(treasury)))).toEqual([400, 'INSUFFICIENT_FUNDS']);
    expect(await balanceOf(server, treasury)).toBe(9_999);
    expect((await listOperations(server, issue)).data).toEqual([]);
    await expectHealthy(server);
  });

  it('requires an ACTIVE account of the platform in the base currency', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const { accounts } = await makeSender(server);
    const { body } = await server.request('GET', '/platform/internal-accounts?currency=EUR');
    for (const id of [accounts['USD'] ?? '', body.data[0].id])
      expect(refusedFields(await mint(server, issue, fromHere(id)))).toEqual(['fundingSource.accountId']);
    const treasury = await makeTreasury(server);
    await server.request('POST', `/sandbox/internal-accounts/${treasury}/status`, { status: 'FROZEN' });
    expect(refusedFields(await mint(server, issue, fromHere(treasury)))).toEqual(['fundingSource.accountId']);
    const nobody = await mint(server, issue, fromHere(`InternalAccount:${unknown}`));
    expect(codeOf(nobody)).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('is refunded when its provider waits for a wire all the same, until the mint expires', async () => {
    const sandbox = createSandboxStablecoinProvider();
    const byWire = (order: TokenOrder): TokenOrder => ({ ...order, source: 'WIRE' });
    const stablecoinProvider: StablecoinIssuer = {
      ...sandbox,
      begin: async (access, order, now) => sandbox.begin(access, byWire(order), now),
      poll: async (access, order, now) => sandbox.poll(access, byWire(order), now),
    };
    const server = await start({ deps: { stablecoinProvider } });
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10_000);
    const { body } = await mint(server, issue, fromHere(treasury));
    expect([body.status, await balanceOf(server, treasury)]).toEqual(['PENDING_FUNDING', 0]);
    await server.advance(8 * dayMs);
    expect((await readOperation(server, body.id)).status).toBe('EXPIRED');
    expect(await balanceOf(server, treasury)).toBe(10_000);
    await expectHealthy(server);
  });
});
