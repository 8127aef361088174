import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { walletMakers } from '../../../server/test/wallets.ts';
import { registerCustomer } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const wallet = walletMakers.SOLANA(1);

/** The wallet as an account of a customer, whose keys the customer holds. */
async function registerWallet(platform: Platform) {
  const customerId = await registerCustomer(platform.client);
  const accountInfo = { accountType: 'SOLANA_WALLET', address: wallet.address } as const;
  const body = { customerId, currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo } as const;
  const client = platform.connect({ expected: { status: 201, example: 'ownershipToProve' } });
  return orThrow(client.POST('/customers/external-accounts', { body }));
}

const challengePath = '/customers/external-accounts/{externalAccountId}/challenge';
const verifyPath = '/customers/external-accounts/{externalAccountId}/verify';

export function ownershipCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock checks no signatures and has no pages');

  describe('the ownership of a wallet', () => {
    scenario('is proved by signing a message', async (platform) => {
      const account = await registerWallet(platform);
      expect(account.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
      const params = { path: { externalAccountId: account.id } };
      const body = { method: 'WALLET_SIGNATURE' } as const;
      const challenge = await orThrow(platform.client.POST(challengePath, { params, body }));
      if (challenge.method !== 'WALLET_SIGNATURE') throw new Error(`a challenge by ${challenge.method}`);
      const signature = wallet.sign(challenge.messageToSign);
      const proved = await orThrow(platform.client.POST(verifyPath, { params, body: { signature } }));
      expect(proved.status).toBe('ACTIVE');
    });

    scenario('refuses another signature with INVALID_INPUT', async (platform) => {
      const account = await registerWallet(platform);
      const params = { path: { externalAccountId: account.id } };
      await orThrow(platform.client.POST(challengePath, { params, body: { method: 'WALLET_SIGNATURE' } }));
      const client = platform.connect({ expected: { status: 400, example: 'signatureRefused' } });
      const refusal = await refusalOf(client.POST(verifyPath, { params, body: { signature: wallet.sign('') } }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusal.fieldErrors).toMatchObject([{ field: 'signature' }]);
    });

    stateful('emits an event for each attempt, declined or approved', async (platform) => {
      const account = await registerWallet(platform);
      const params = { path: { externalAccountId: account.id } };
      const body = { method: 'LIVENESS' } as const;
      for (const outcome of ['DECLINE', 'APPROVE']) {
        const challenge = await orThrow(platform.client.POST(challengePath, { params, body }));
        if (challenge.method !== 'LIVENESS') throw new Error(`a challenge by ${challenge.method}`);
        await fetch(challenge.verificationLink, { method: 'POST', body: new URLSearchParams({ outcome }) });
      }
      await platform.advance(0);
      const emitted = platform.webhooks.about(account.id).map(({ event }) => event);
      expect(emitted).toMatchObject([
        { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', data: { status: 'UNVERIFIED' } },
        { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', data: { status: 'PENDING_OWNERSHIP_VERIFICATION' } },
        { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', data: { status: 'ACTIVE' } },
      ]);
    });
  });
}
