import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { afterwards, atMerchant, makeCardholder } from '../../../test/cards.ts';

const found = breachesIn(async (server) => {
  const { cardId } = await makeCardholder(server);
  await atMerchant(server, cardId, 'authorization', 100, 'WAITING 005');
  const bought = await atMerchant(server, cardId, 'authorization', 200);
  await afterwards(server, bought, 'clearing', 250);
  await afterwards(server, bought, 'return', 50);
  await atMerchant(server, cardId, 'authorization', 9, 'DECLINING 002');
  const unpaid = await atMerchant(server, cardId, 'financial_authorization', 300, 'FAILING 006');
  await server.advance(1);
  expect(unpaid.pullSummary.count).toBe(1);
});

const heldEntry = "(SELECT min(id) FROM ledger_entries WHERE kind = 'CARD_HOLD')";

/** Each seeded fault with the invariant that must report it. */
const faults: readonly [name: string, fault: string][] = [
  ['card-money-is-in-the-ledger', `DELETE FROM ledger_postings WHERE entry_id = ${heldEntry}`],
  ['card-money-is-in-the-ledger', 'UPDATE card_transactions SET taken_minor = taken_minor + 1'],
  ['holds-are-open-authorizations', "UPDATE internal_accounts SET held_minor = held_minor + 1 WHERE currency = 'USD'"],
  [
    'holds-are-open-authorizations',
    "UPDATE card_transactions SET held_minor = 0, taken_minor = 0 WHERE status = 'AUTHORIZED'",
  ],
  ['ended-card-transactions-hold-nothing', "UPDATE card_transactions SET status = 'SETTLED'"],
  ['unpaid-purchases-are-exceptions', "UPDATE card_transactions SET status = 'SETTLED' WHERE status = 'EXCEPTION'"],
  [
    'settlements-are-what-was-told',
    "INSERT INTO card_steps SELECT tenant, 'again', card_transaction_id, kind, amount_minor, created_at FROM card_steps WHERE kind = 'CLEARING'",
  ],
  ['settlements-are-what-was-told', "DELETE FROM card_steps WHERE kind = 'CLEARING'"],
  ['declines-move-nothing', "UPDATE card_transactions SET taken_minor = 9 WHERE status = 'DECLINED'"],
  ['declines-move-nothing', "UPDATE card_transactions SET decline_reason = NULL WHERE status = 'DECLINED'"],
  ['returns-never-exceed', 'UPDATE card_transactions SET refunded_minor = 251 WHERE refund_count = 1'],
  ['returns-never-exceed', 'DELETE FROM card_transactions WHERE refund_count = 1'],
  ['customers-get-what-they-paid', 'UPDATE card_transactions SET taken_minor = 49 WHERE refund_count = 1'],
  ['pulls-are-counted', "UPDATE card_pulls SET status = 'FAILED' WHERE status = 'CONFIRMED'"],
  ['pulls-are-counted', "DELETE FROM card_pulls WHERE status = 'FAILED'"],
  ['card-transactions-are-due', "DELETE FROM timers WHERE kind = 'card_authorizations'"],
  ['card-transactions-are-due', "DELETE FROM timers WHERE kind = 'card_pulls'"],
  [
    'card-events-say-the-status',
    "UPDATE deliveries SET type = 'CARD_TRANSACTION.AUTHORIZED' WHERE type = 'CARD_TRANSACTION.SETTLED'",
  ],
  ['events-of-card-transactions', 'UPDATE card_transactions SET sequence = sequence + 1'],
];

describe('verifying card transactions', () => {
  it('finds nothing in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each(faults)('reports the invariant %s after %s', async (name, fault) => {
    expect(await found(fault)).toContain(name);
  });
});
