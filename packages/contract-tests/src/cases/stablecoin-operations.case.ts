import { orThrow } from '@payments-platform/client';
import type { ExternalAccountId, InternalAccountId, StablecoinId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import {
  arrive,
  burn,
  enable,
  linkIssuer,
  mint,
  openIssue,
  openTreasury,
  readOperation,
  registerBank,
  registerSparkWallet,
  registerToken,
} from '../parties/stablecoin-issue.ts';
import type { Target } from '../targets/target.ts';
import { aboveTheDatabase, needsState, scenarioOn } from './scenario.ts';

const day = 86_400_000;
const unknown = '00000000-0000-7000-8000-000000000000';
const noAccount: ExternalAccountId = `ExternalAccount:${unknown}`;
const noStablecoin: StablecoinId = `Stablecoin:${unknown}`;

const paidTo = (externalAccountId: ExternalAccountId) =>
  ({ destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId, rail: 'WIRE' } }) as const;
const debited = (externalAccountId: ExternalAccountId) =>
  ({ fundingSource: { type: 'ACH_DEBIT', externalAccountId } }) as const;
const paidHere = (accountId: InternalAccountId) =>
  ({ fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId } }) as const;

export function stablecoinOperationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'on a mock nothing arrives and no time passes');

  describe('a mint', () => {
    scenario('by wire returns funding instructions', async (platform) => {
      const issue = await openIssue(platform);
      const client = platform.connect({ expected: { status: 201, example: 'waitsForWire' } });
      expect(await orThrow(mint(client, issue))).toMatchObject({
        operationType: 'MINT',
        status: 'PENDING_FUNDING',
        amount: '100000000',
        source: { type: 'WIRE' },
        fundingInstructions: { rail: 'WIRE' },
      });
    });

    stateful('by wire completes after the deposit and expires without it', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      const [paid, forgotten] = [await orThrow(mint(client, issue)), await orThrow(mint(client, issue))];
      expect(await orThrow(arrive(client, paid.id))).toMatchObject({ status: 'PROCESSING' });
      await platform.advance(7 * day);
      expect(await readOperation(client, paid.id)).toMatchObject({ status: 'COMPLETED' });
      expect(await readOperation(client, forgotten.id)).toMatchObject({ status: 'EXPIRED' });
      const refusal = await refusalOf(arrive(client, forgotten.id));
      expect(refusal).toMatchObject({ status: 409, code: 'CONFLICT' });
      const query = { operationType: 'MINT', limit: 1 } as const;
      const params = { path: { stablecoinId: issue.stablecoinId }, query };
      const page = await orThrow(client.GET('/stablecoins/{stablecoinId}/operations', { params }));
      expect([page.data[0]?.id, page.hasMore, page.totalCount]).toEqual([forgotten.id, true, 2]);
    });

    stateful('by debit completes, or fails with DEBIT_RETURNED', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      const good = await orThrow(mint(client, issue, debited(issue.bankId)));
      const bad = await orThrow(mint(client, issue, debited(await registerBank(client, '004'))));
      expect(good).toMatchObject({ status: 'PENDING_PROVIDER', source: { externalAccountId: issue.bankId } });
      await platform.advance(7 * day);
      expect(await readOperation(client, good.id)).toMatchObject({ status: 'COMPLETED' });
      expect(await readOperation(client, bad.id)).toMatchObject({ status: 'FAILED', failureReason: 'DEBIT_RETURNED' });
    });

    stateful('from an internal account debits once and refunds a failure', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      const treasury = await openTreasury(client, 15_000);
      const early = await refusalOf(mint(client, issue, paidHere(treasury)));
      expect(early.code).toBe('STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED');
      await enable(platform, issue.stablecoinId);
      const walletId = await registerSparkWallet(client, '002');
      const failing = await orThrow(mint(client, { ...issue, walletId }, paidHere(treasury), 'mint-1'));
      expect(await orThrow(mint(client, { ...issue, walletId }, paidHere(treasury), 'mint-1'))).toEqual(failing);
      const refusal = await refusalOf(mint(client, issue, paidHere(treasury)));
      expect(refusal).toMatchObject({ status: 400, code: 'INSUFFICIENT_FUNDS' });
      await platform.advance(60_000);
      expect(await readOperation(client, failing.id)).toMatchObject({ status: 'FAILED' });
      const again = await orThrow(mint(client, issue, paidHere(treasury)));
      await platform.advance(60_000);
      expect(await readOperation(client, again.id)).toMatchObject({ status: 'COMPLETED' });
    });
  });

  describe('a burn', () => {
    scenario('returns where to send the tokens and the estimated payout', async (platform) => {
      const issue = await openIssue(platform);
      const client = platform.connect({ expected: { status: 201, example: 'waitsForTokens' } });
      expect(await orThrow(burn(client, issue))).toMatchObject({
        operationType: 'BURN',
        status: 'PENDING_FUNDING',
        fundingInstructions: { rail: 'SPARK', network: 'SPARK' },
        estimatedDelivery: { rail: 'RTP_CREDIT', amount: '10000', currency: 'USD' },
      });
    });

    stateful('pays out the expected amount and fails with FUNDING_MISMATCH for another', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      const [sent, short] = [await orThrow(burn(client, issue)), await orThrow(burn(client, issue))];
      await orThrow(arrive(client, sent.id, '100000000'));
      expect(await orThrow(arrive(client, short.id, '1'))).toMatchObject({
        status: 'FAILED',
        failureReason: 'FUNDING_MISMATCH',
      });
      await platform.advance(60_000);
      expect(await readOperation(client, sent.id)).toMatchObject({ status: 'COMPLETED' });
    });
  });

  aboveTheDatabase(target, refusalCases);
}

/** Every refusal of a mint or burn, except those that all operations share. */
function refusalCases(target: Target): void {
  const stateful = needsState(target, 'a mock does not look at what it is asked for');

  describe('a mint or burn is refused', () => {
    stateful('for its stablecoin, its kind and its amount', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      const at = (stablecoinId: StablecoinId) => mint(client, { ...issue, stablecoinId });
      expect(await codeOf(at(noStablecoin))).toBe('404 STABLECOIN_NOT_FOUND');
      const waiting = await registerToken(platform, 'LATER001');
      expect(await codeOf(at(waiting))).toBe('400 STABLECOIN_NOT_PROVISIONED');
      const type = 'PROVIDER_INTERNAL_BALANCE';
      const fundingSource = { type, sourceTokenIdentifier: 'USDC', cryptoNetwork: 'SOLANA' } as const;
      expect(await codeOf(mint(client, issue, { fundingSource }))).toBe('400 STABLECOIN_OPERATION_NOT_SUPPORTED');
      const source = { type } as const;
      expect(await codeOf(burn(client, issue, { source }))).toBe('400 STABLECOIN_BURN_SOURCE_NOT_SUPPORTED');
      for (const ask of [mint, burn])
        expect(await codeOf(ask(client, issue, { amount: '1' }))).toBe('400 STABLECOIN_AMOUNT_NOT_REPRESENTABLE');
      expect(refusedFields(await refusalOf(burn(client, issue, { amount: '0' })))).toEqual(['amount']);
    });

    stateful('for its accounts and for their status at the provider', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      expect(await codeOf(mint(client, { ...issue, walletId: noAccount }))).toBe(
        '404 STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
      );
      expect(await codeOf(burn(client, issue, paidTo(noAccount)))).toBe('404 STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND');
      expect(await codeOf(mint(client, { ...issue, walletId: issue.bankId }))).toBe(
        '400 STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED',
      );
      await enable(platform, issue.stablecoinId);
      expect(await codeOf(mint(client, issue, paidHere(`InternalAccount:${unknown}`)))).toBe('404 ACCOUNT_NOT_FOUND');
      const endings = {
        '006': '400 STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED',
        '007': '400 STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED',
        '008': '400 STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED',
        '009': '400 STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED',
        '010': '400 STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED',
        '012': '400 STABLECOIN_PROVIDER_ERROR',
        '013': '503 SERVICE_UNAVAILABLE',
      };
      for (const [suffix, code] of Object.entries(endings)) {
        const account = await registerBank(client, suffix);
        expect(await codeOf(mint(client, issue, debited(account)))).toBe(code);
        expect(await codeOf(burn(client, issue, paidTo(account)))).toBe(code);
      }
      const notDebited = await registerBank(client, '011');
      expect(await codeOf(mint(client, issue, debited(notDebited)))).toBe('400 STABLECOIN_PROVIDER_SOURCE_NOT_LINKED');
    });

    for (const [ending, code] of [
      ['007', 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'],
      ['008', 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'],
    ] as const) {
      stateful(`with ${code} once the provider refuses the credentials`, async (platform) => {
        const { client } = platform;
        const issue = await openIssue(platform, `sandbox-provider-secret-${ending}`);
        // The provider reports it first, then the link.
        for (const ask of [mint, burn]) expect(await codeOf(ask(client, issue))).toBe(`400 ${code}`);
        if (ending === '007') await linkIssuer(client);
      });
    }

    stateful('when an Idempotency-Key is reused for another request', async (platform) => {
      const { client } = platform;
      const issue = await openIssue(platform);
      await orThrow(mint(client, issue, {}, 'mint-2'));
      expect(await codeOf(mint(client, issue, { amount: '20000' }, 'mint-2'))).toBe('409 CONFLICT');
    });

    stateful('for an unknown id', async ({ client }) => {
      const id = `StablecoinOperation:${unknown}` as const;
      expect(await codeOf(arrive(client, id))).toBe('404 STABLECOIN_OPERATION_NOT_FOUND');
      const params = { path: { stablecoinOperationId: id } };
      const reading = client.GET('/stablecoin-operations/{stablecoinOperationId}', { params });
      expect(await codeOf(reading)).toBe('404 STABLECOIN_OPERATION_NOT_FOUND');
      const list = client.GET('/stablecoins/{stablecoinId}/operations', {
        params: { path: { stablecoinId: noStablecoin } },
      });
      expect(await codeOf(list)).toBe('404 STABLECOIN_NOT_FOUND');
    });
  });
}

async function codeOf(pending: Parameters<typeof refusalOf>[0]): Promise<string> {
  const { status, code } = await refusalOf(pending);
  return `${status} ${code}`;
}
