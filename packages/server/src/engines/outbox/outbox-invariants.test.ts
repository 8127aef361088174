import { expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

let transactionId = '';

const breachesOf = breachesIn(async (server) => {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const quote = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
  transactionId = (await server.request('POST', '/quotes', quote)).body.transactionId;
  // The last events are minutes apart, so that the life of events can end between them.
  for (let minute = 0; minute < 10; minute += 1) await server.advance(minuteMs);
});

/**
 * Breaches if the life of events starts with the given sequence of the transaction (0: all events that ever were) and
 * the `removed` events are deleted.
 */
function afterLife(firstKept: number, removed: string): Promise<string[]> {
  const own = `resource_id = '${transactionId}'`;
  const found = `(SELECT id FROM events WHERE ${own} AND sequence = ${firstKept})`;
  const first = firstKept === 0 ? "''" : `coalesce(${found}, 'Webhook:ffffffff-ffff-7000-8000-000000000000')`;
  const which = `SELECT id FROM events WHERE ${removed.replaceAll('$OWN', own)}`;
  return breachesOf(`INSERT INTO kept_events SELECT tenant, ${first} FROM platforms;
    CREATE TEMP TABLE gone AS ${which};
    DELETE FROM deliveries WHERE event_id IN (SELECT id FROM gone);
    DELETE FROM events WHERE id IN (SELECT id FROM gone)`);
}

const removedBefore = 'id < (SELECT first_id FROM kept_events)';

it('reports no breach for events that are removed after their retention', async () => {
  expect(await afterLife(1, removedBefore)).toEqual([]);
  expect(await afterLife(2, removedBefore)).toEqual([]);
  expect(await afterLife(3, removedBefore)).toEqual([]);
  expect(await afterLife(99, '1 = 1')).toEqual([]);
});

it('reports no breach for an event that stays beyond its retention because it is still to be sent', async () => {
  expect(await afterLife(3, '$OWN AND sequence = 1')).toEqual([]);
  expect(await afterLife(99, '$OWN AND sequence <> 2')).toEqual([]);
});

it.each([
  ['an event between those that are kept', 2, '$OWN AND sequence = 3'],
  ['the last event', 2, '$OWN AND sequence = (SELECT max(sequence) FROM events WHERE $OWN)'],
  ['the first event of a transaction within the retention', 0, '$OWN AND sequence = 1'],
  ['a middle event of a transaction within the retention', 0, '$OWN AND sequence = 2'],
])('reports a breach when %s is missing', async (_, firstKept, removed) => {
  expect(await afterLife(firstKept, removed)).toContain('events-of-transactions');
});

it('reports a breach when all events of a resource are missing within their retention', async () => {
  expect(await afterLife(0, '$OWN')).toContain('events-of-transactions');
});

it('reports a breach when a kept event is not a declared transition', async () => {
  const fault = `INSERT INTO kept_events SELECT tenant, id FROM events WHERE resource_id = '${transactionId}' AND sequence = 2;
    UPDATE deliveries SET type = 'OUTGOING_PAYMENT.EXPIRED' WHERE resource_id = '${transactionId}' AND sequence = 3`;
  expect(await breachesOf(fault)).toContain('events-are-declared-moves');
});
