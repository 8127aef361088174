import { accountFacts } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { fund, makeSender, quoteBody } from '../../../test/parties.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';

const tenDaysMs = 10 * 86_400_000;

oneEngine('a payment to an account of every kind', (start) => {
  it('completes for every account type with either side locked', async () => {
    const server = await start({ currencies: ['USD'] });
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = accounts['USD'] ?? '';
    await fund(server, from, 100_000_000);
    const outcomes: Record<string, string> = {};
    for (const [kind, { currency, accountInfo }] of Object.entries(sampleAccounts)) {
      const account = await server.request('POST', '/customers/external-accounts', {
        customerId,
        currency,
        accountInfo,
      });
      expect(account.text).toContain('ExternalAccount:');
      for (const side of ['SENDING', 'RECEIVING'] as const) {
        const made = await server.request(
          'POST',
          '/quotes',
          quoteBody({ from, to: account.body.id, amount: 20_000, side, extra: { immediatelyExecute: true } }),
        );
        expect([kind, made.text]).toEqual([kind, expect.stringContaining('Quote:')]);
        outcomes[`${kind} ${side}`] = made.body.transactionId;
      }
    }
    await server.advance(tenDaysMs);
    for (const [kind, id] of Object.entries(outcomes)) {
      const { body } = await server.request('GET', `/transactions/${id}`);
      expect([kind, body.status]).toEqual([kind, 'COMPLETED']);
    }
    expect(Object.keys(sampleAccounts).sort()).toEqual(Object.keys(accountFacts).sort());
  });
});
