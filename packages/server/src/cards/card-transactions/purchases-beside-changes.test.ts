import type { CardTransaction } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { issueCard, makeCardholder } from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import type { Database } from '../../ground/database/database.ts';

eachEngine('a purchase in parallel with a change of its card', (start) => {
  it('never charges an account that funded the card only while the card was frozen', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const { customerId, accounts } = await makeSender(server, 'USD', 1000);
    const cardId = await issueCard(server, customerId, accounts['USD'] ?? '');
    const body = { amount: 1, currency: { code: 'USD' }, merchant: { descriptor: 'STADIUM' } };
    const change = (state: string, currency: string) =>
      server.request('PATCH', `/cards/${cardId}`, { state, fundingSources: [accounts[currency]] });
    for (let round = 0; round < 4; round += 1) {
      expect((await change('FROZEN', 'USD')).status).toBe(200);
      const purchases = Array.from({ length: 6 }, (_, place) =>
        place === 2
          ? change('ACTIVE', 'USDB')
          : server.request('POST', `/sandbox/cards/${cardId}/simulate/authorization`, body),
      );
      expect((await Promise.all(purchases)).map(({ status }) => status)).toEqual([202, 202, 200, 202, 202, 202]);
    }
    const { data } = (await server.request('GET', `/transactions?cardId=${cardId}&limit=100`)).body;
    // The wallet has no signed key, so it declines too.
    expect(data).toHaveLength(20);
    expect(data.map(({ status }: CardTransaction) => status)).not.toContain('AUTHORIZED');
  });

  it('never deadlocks with the deletion of the cardholder', async () => {
    const { bare } = await start();
    let [units, runs] = [0, 0];
    const counted: Database = {
      engine: bare.engine,
      transaction: (work) => {
        units += 1;
        return bare.transaction((unit) => {
          runs += 1;
          return work(unit);
        });
      },
      read: (work) => bare.read(work),
      snapshot: (work) => bare.snapshot(work),
      close: () => bare.close(),
    };
    const server = await start({ deps: { database: counted } });
    const { customerId, cardId } = await makeCardholder(server, 1250);
    const body = { amount: 10, currency: { code: 'USD' }, merchant: { descriptor: 'STADIUM' } };
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        ['authorization', 'financial_credit_authorization', 'delete', 'authorization', 'credit_authorization'].map(
          (kind) =>
            kind === 'delete'
              ? server.request('DELETE', `/customers/${customerId}`)
              : server.request('POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body),
        ),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    // PostgreSQL would run a unit again after a deadlock, so the counts are equal. SQLite also repeats units after a
    // refusal in a batch.
    if (bare.engine === 'postgres') expect(runs).toBe(units);
    else expect(runs).toBeGreaterThanOrEqual(units);
  });
});
