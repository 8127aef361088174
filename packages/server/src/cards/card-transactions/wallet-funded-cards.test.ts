import { describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import {
  afterwards,
  amountsOn,
  atMerchant,
  issueCard,
  readTransaction,
  replaceSource,
  reverseReturn,
  setCardState,
} from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import {
  newDevice,
  newWallet,
  openTestSession,
  signedHeaders,
  type TestWallet,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { fund, makeSender } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { fundingUnits, isWritable } from './funding-units.ts';

describe('an amount of a card', () => {
  it('converts exactly to the units of its account, in USD or USDB', () => {
    expect(fundingUnits({ currency: 'USD', account_currency: 'USD' }, 1250n)).toBe(1250n);
    expect(fundingUnits({ currency: 'USD', account_currency: 'USDB' }, 1250n)).toBe(12_500_000n);
    expect(fundingUnits({ currency: 'USD', account_currency: 'USDB' }, -1n)).toBe(-10_000n);
    expect(() => fundingUnits({ currency: 'USDB', account_currency: 'USD' }, 1n)).toThrow('cannot pay exactly');
  });

  it('is limited to what its account can represent', () => {
    const pair = { currency: 'USD', account_currency: 'USDB' } as const;
    expect([isWritable(pair, 900_719_925_474n), isWritable(pair, 900_719_925_475n)]).toEqual([true, false]);
  });
});

async function dollarsOf(server: TestServer, { customerId }: TestWallet): Promise<string> {
  const answer = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  return expectStatus(answer, 200).data[0].id;
}

/** A card of the wallet with a key that the owner has signed. */
async function makeSignedCard(server: TestServer, wallet: TestWallet): Promise<string> {
  return (await makeSigned(server, wallet)).cardId;
}

interface Signed {
  readonly cardId: string;
  readonly keyId: string;
}

async function makeSigned(server: TestServer, { customerId, accountId }: TestWallet): Promise<Signed> {
  const device = newDevice(server);
  await openTestSession(server, accountId, device);
  const cardId = await issueCard(server, customerId, accountId);
  const body = { cardId, internalAccountId: accountId, nickname: 'Card' };
  const ask = (headers = {}) => server.request('POST', '/auth/delegated-keys', body, headers);
  const second = await ask(signedHeaders(device, await ask()));
  const { id: keyId } = expectStatus(await ask(signedHeaders(device, second)), 201);
  return { cardId, keyId };
}

eachEngine('a card funded by an embedded wallet', (start) => {
  it('declines purchases without a delegated key, and takes refunds in exact units', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const accountId = accounts['USDB'] ?? '';
    const cardId = await issueCard(server, customerId, accountId);
    expect(await atMerchant(server, cardId, 'financial_credit_authorization', 1250)).toMatchObject({
      settledAmount: { amount: 1250, currency: { code: 'USD' } },
      settlementSummary: { count: 1, totalAmount: 1250 },
    });
    expect(await amountsOn(server, accountId)).toEqual([12_500_000, 12_500_000]);
    expect(await atMerchant(server, cardId, 'authorization', 1)).toMatchObject({
      ...{ status: 'DECLINED', declineReason: 'FUNDING_SOURCE_UNAVAILABLE' },
    });
    const announced = await atMerchant(server, cardId, 'credit_authorization', 1);
    await afterwards(server, announced, 'clearing', 1);
    expect(await amountsOn(server, accountId)).toEqual([12_510_000, 12_510_000]);
    expect(await readTransaction(server, announced.id)).toMatchObject({ settledAmount: { amount: 1 } });
    await expectHealthy(server);
  });

  it('holds, raises, settles above the hold and refunds in exact units with a signed delegated key', async () => {
    const server = await start(withWallets);
    const wallet = await newWallet(server);
    const cardId = await makeSignedCard(server, wallet);
    await fund(server, wallet.accountId, 50_000_000);
    const held = await atMerchant(server, cardId, 'authorization', 1250);
    expect(await amountsOn(server, wallet.accountId)).toEqual([37_500_000, 50_000_000]);
    await afterwards(server, held, 'authorization_advice', 2000);
    expect(await amountsOn(server, wallet.accountId)).toEqual([30_000_000, 50_000_000]);
    await afterwards(server, held, 'authorization_advice', 1000);
    expect(await amountsOn(server, wallet.accountId)).toEqual([40_000_000, 50_000_000]);
    await afterwards(server, held, 'clearing', 1500);
    expect(await amountsOn(server, wallet.accountId)).toEqual([35_000_000, 35_000_000]);
    await afterwards(server, held, 'return', 1);
    expect(await amountsOn(server, wallet.accountId)).toEqual([35_010_000, 35_010_000]);
    const short = await atMerchant(server, cardId, 'authorization', 3501);
    await afterwards(server, short, 'clearing', 3502);
    expect(await readTransaction(server, short.id)).toMatchObject({
      ...{ status: 'EXCEPTION', settledAmount: { amount: 3502 }, pullSummary: { count: 2, totalAmount: 3501 } },
    });
    expect(await amountsOn(server, wallet.accountId)).toEqual([0, 0]);
    await expectHealthy(server);
  });

  it.each(['revoked', 'over with its card', 'over since another account pays'])(
    'pays no more than the hold once the delegated key is %s',
    async (ending) => {
      const server = await start(withWallets);
      const wallet = await newWallet(server);
      const { cardId, keyId } = await makeSigned(server, wallet);
      await fund(server, wallet.accountId, 50_000_000);
      const [raised, exceeded] = [
        await atMerchant(server, cardId, 'authorization', 100),
        await atMerchant(server, cardId, 'authorization', 100),
      ];
      const refund = await afterwards(
        server,
        await atMerchant(server, cardId, 'financial_authorization', 500),
        'return',
        500,
      );
      if (ending === 'revoked') expectStatus(await server.request('DELETE', `/auth/delegated-keys/${keyId}`), 204);
      else if (ending === 'over with its card') await setCardState(server, cardId, 'CLOSED');
      else await replaceSource(server, cardId, await dollarsOf(server, wallet));
      expect(await amountsOn(server, wallet.accountId)).toEqual([48_000_000, 50_000_000]);
      await afterwards(server, raised, 'authorization_advice', 1000);
      expect(await amountsOn(server, wallet.accountId)).toEqual([48_000_000, 50_000_000]);
      for (const held of [raised, exceeded]) await afterwards(server, held, 'clearing', 1000);
      expect(await amountsOn(server, wallet.accountId)).toEqual([48_000_000, 48_000_000]);
      await reverseReturn(server, refund);
      expect(await amountsOn(server, wallet.accountId)).toEqual([48_000_000, 48_000_000]);
      for (const { id } of [raised, exceeded])
        expect(await readTransaction(server, id)).toMatchObject({
          ...{ status: 'EXCEPTION', settledAmount: { amount: 1000 }, pullSummary: { count: 2, totalAmount: 100 } },
        });
      await expectHealthy(server);
    },
  );
});
