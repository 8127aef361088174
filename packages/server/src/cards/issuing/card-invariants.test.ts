import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { makeCardholder } from '../../../test/cards.ts';

const found = breachesIn(async (server) => {
  await makeCardholder(server);
  await makeCardholder(server, 0, { state: 'CLOSED' });
});

/** The account of the other cardholder. */
const ofOther = `(SELECT a.id FROM internal_accounts a JOIN cards c ON a.customer_id = c.cardholder_id WHERE a.currency = 'USD' AND c.id <> card_id)`;

/** Each planted fault and the invariant that must name it. */
const faults: readonly [name: string, fault: string][] = [
  [
    'cards-are-paid-by-their-cardholder',
    "DELETE FROM card_funding_sources WHERE card_id IN (SELECT id FROM cards WHERE state = 'ACTIVE')",
  ],
  ['cards-are-paid-by-their-cardholder', 'UPDATE card_funding_sources SET position = 1'],
  ['cards-are-paid-by-their-cardholder', "UPDATE card_funding_sources SET account_id = 'InternalAccount:1'"],
  ['cards-are-paid-by-their-cardholder', `UPDATE card_funding_sources SET account_id = ${ofOther}`],
  ['closed-cards-have-reasons', "UPDATE cards SET state_reason = NULL WHERE state = 'CLOSED'"],
  ['closed-cards-have-reasons', "UPDATE cards SET state_reason = 'CLOSED_BY_PLATFORM' WHERE state = 'ACTIVE'"],
];

describe('verifying cards', () => {
  it('finds nothing in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each(faults)('names %s alone after %s', async (name, fault) => {
    expect(await found(fault)).toEqual([name]);
  });
});
