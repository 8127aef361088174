import { getCsv, listAll, orThrow } from '@payments-platform/client';
import type { InternalAccountId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { pay } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const path = '/internal-accounts/{id}/entries';
const second = 1_000;
const unknown: InternalAccountId = 'InternalAccount:0198c0de-0000-7000-8000-000000000000';

export function statementCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no ledger');

  describe('the statement of an account', () => {
    scenario('is read in JSON and in CSV', async (platform) => {
      const { accountId: id } = await openPayer(platform);
      const params = { path: { id } };
      const { data } = await orThrow(platform.client.GET(path, { params }));
      const csv = await orThrow(getCsv(platform.client, path, { params }));
      expect(csv.split('\r\n')[0]).toMatch(/^id,createdAt,kind,amount,/);
      expect(csv.trimEnd().split('\r\n')).toHaveLength(data.length + 1);
    });

    scenario('belongs to an account that is read by its id', async (platform) => {
      const { accountId: id } = await openPayer(platform);
      const account = await orThrow(platform.client.GET('/internal-accounts/{id}', { params: { path: { id } } }));
      expect(account.balance.currency.code).toBe('USD');
    });

    stateful('adds up entry by entry to the balance, refunds included', async (platform) => {
      const { client } = platform;
      const { customerId, accountId } = await openPayer(platform);
      for (const suffix of ['100', '002']) {
        const to = await registerPayee(client, { customerId, currency: 'EUR', suffix });
        await pay(client, { from: accountId, to });
      }
      await platform.advance(60 * second);
      const entries = listAll((page) =>
        client.GET(path, { params: { path: { id: accountId }, query: { ...page, sortOrder: 'asc', limit: 2 } } }),
      );
      const kinds: string[] = [];
      let balance = 0;
      for await (const entry of entries) {
        balance += entry.amount.amount;
        expect([entry.balance.amount, entry.totalBalance.amount]).toEqual([balance, balance]);
        kinds.push(entry.kind);
      }
      expect(kinds).toEqual(['SANDBOX_FUNDING', 'PAYMENT_SENT', 'PAYMENT_SENT', 'REFUND']);
      const account = await orThrow(client.GET('/internal-accounts/{id}', { params: { path: { id: accountId } } }));
      expect(account.balance.amount).toBe(balance);
      const refunds = { path: { id: accountId }, query: { kind: 'REFUND' } } as const;
      const { data: refunded, closing } = await orThrow(client.GET(path, { params: refunds }));
      expect([refunded.length, closing.balance.amount]).toEqual([1, balance]);
    });

    stateful('is refused in JSON, also when CSV is requested', async ({ client }) => {
      const params = { path: { id: unknown } };
      expect(await refusalOf(getCsv(client, path, { params }))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
      expect(await refusalOf(client.GET(path, { params }))).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
      const account = await refusalOf(client.GET('/internal-accounts/{id}', { params }));
      expect(account).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    });
  });
}
