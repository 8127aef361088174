import { describe, expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../test/agents.ts';
import { breachesIn } from '../../test/breaches-after.ts';
import { makeMxnAccount, makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { payIn, realtimeQuote } from '../../test/realtime.ts';
import { executedQuote, newEuropeanPayer } from '../../test/sca-customers.ts';
import type { TestServer } from '../../test/test-server.ts';
import { chooseDeposit, incomingOf, makeReceiver, payOwn, receiveUma } from '../../test/uma-payments.ts';
import { minuteMs, secondMs } from '../ground/clock/instant.ts';
import { migrations } from '../ground/database/migrate.ts';

let transactionId = '';
let conversionId = '';

const breachesOf = breachesIn(async (server) => {
  const { customerId, accounts } = await makeSender(server);
  for (const suffix of ['111', '002', '005', '006', '007']) {
    const to = await makeUsdAccount(server, customerId, suffix);
    const { body } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } }),
    );
    if (suffix === '111') transactionId = body.transactionId;
  }
  const platformFeeOverride = { platformFixedFee: { amount: 100, currency: 'USD' }, platformVariableFeeBps: 0 };
  for (const suffix of ['111', '002', '005']) {
    const to = await makeUsdAccount(server, customerId, suffix);
    const extra = { immediatelyExecute: true, platformFeeOverride };
    await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, extra }));
  }
  const abroad = quoteBody({
    from: accounts['USD'] ?? '',
    to: await makeMxnAccount(server, customerId),
    extra: { immediatelyExecute: true },
  });
  conversionId = (await server.request('POST', '/quotes', abroad)).body.transactionId;
  const crypto = { customerId, currency: 'USDC', cryptoNetwork: 'BASE', amount: 5_000_000 };
  const failing = await makeUsdAccount(server, customerId, '002');
  await payIn(server, await realtimeQuote(server, { ...crypto, to: failing }));
  await payIn(server, await realtimeQuote(server, { to: failing, customerId }), 9_999);
  await bringBackUma(server);
  await server.advance(minuteMs);
  await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' }));
  await executedQuote(server, await newEuropeanPayer(server));
  const agent = await newConnectedAgent(
    server,
    customerId,
    policyWith({}, { defaultExecutionMode: 'APPROVAL_REQUIRED' }),
  );
  const transfer = { source: { accountId: accounts['USD'] }, destination: { accountId: failing }, amount: 100 };
  await agent.request('POST', '/agents/me/transfer-out', transfer);
});

/** A payment from another provider and one from another customer, each forwarded to a bank that returns it. */
async function bringBackUma(server: TestServer): Promise<void> {
  const [payment, other] = [await payOwn(server), await makeReceiver(server)];
  for (const { customerId } of [payment.receiver, other]) await chooseDeposit(server, customerId, '005');
  await server.advance(2 * secondMs);
  const { id } = (await receiveUma(server, other)).body;
  for (const incoming of [id, await incomingOf(server, payment)])
    await server.request('POST', `/transactions/${incoming}/approve`);
}

/** The findings in a copy of the healthy store with a planted fault. */
function found(fault: string): Promise<string[]> {
  const sql = fault.replaceAll('$T', `'${transactionId}'`).replaceAll('$C', `'${conversionId}'`);
  return breachesOf(sql);
}

/** The start of an UPDATE of a refund's credit. */
function movedRefund(funding: string): string {
  return `WITH refunded AS (SELECT e.id FROM ledger_entries e JOIN transactions t ON t.id = e.subject_id
    WHERE e.kind = 'REFUND_SETTLE' AND t.funding = '${funding}') UPDATE ledger_postings`;
}

/** The start of an UPDATE of postings in the entries of a kind. */
function entriesOf(kind: string): string {
  return `WITH entries AS (SELECT id FROM ledger_entries WHERE kind = '${kind}') UPDATE ledger_postings`;
}

const ofPlatform = 'account IN (SELECT id FROM internal_accounts WHERE customer_id IS NULL)';

const keptFee = `${entriesOf('RETURN')} SET account = 'service:platform-fees:USD' WHERE entry_id IN entries AND ${ofPlatform}`;

/** Without the findings about the account of the platform, whose balance the plant does not change. */
function ofPayments(findings: readonly string[]): string[] {
  return findings.filter((name) => !/^(balances|statements)-/.test(name));
}

/** Each planted fault and the invariant that must name it. */
const faults: readonly [name: string, fault: string][] = [
  [
    'late-deliveries-are-lost-once',
    `${entriesOf('LATE_DELIVERY')} SET amount_minor = amount_minor + sign(amount_minor) WHERE entry_id IN entries`,
  ],
  [
    'entries-balance',
    'UPDATE ledger_postings SET amount_minor = amount_minor + 1 WHERE line = 0 AND entry_id = (SELECT max(entry_id) FROM ledger_postings)',
  ],
  ['postings-have-entries', 'DELETE FROM ledger_entries WHERE id = (SELECT min(id) FROM ledger_entries)'],
  ['postings-have-entries', 'DELETE FROM ledger_postings WHERE entry_id = (SELECT min(id) FROM ledger_entries)'],
  ['balances-equal-postings', "UPDATE internal_accounts SET balance_minor = balance_minor + 1 WHERE currency = 'USD'"],
  ['balances-not-negative', "UPDATE internal_accounts SET balance_minor = -1 WHERE currency = 'GBP'"],
  ['balances-can-be-written', "UPDATE internal_accounts SET balance_minor = 9007199254740992 WHERE currency = 'GBP'"],
  ['balances-not-negative', "UPDATE internal_accounts SET held_minor = -1 WHERE currency = 'GBP'"],
  ['holds-equal-postings', "UPDATE internal_accounts SET held_minor = held_minor + 1 WHERE currency = 'USD'"],
  ['statements-equal-postings', "DELETE FROM account_entries WHERE kind = 'PAYMENT_SENT' AND subject_id = $T"],
  ['statements-equal-postings', "UPDATE ledger_postings SET amount_minor = 7 WHERE account LIKE 'InternalAccount:%'"],
  ['statements-add-up', "UPDATE account_entries SET balance_minor = balance_minor + 1 WHERE kind = 'SANDBOX_FUNDING'"],
  ['statements-add-up', 'UPDATE account_entries SET sequence = 100 - sequence'],
  [
    'statements-end-in-balances',
    "UPDATE internal_accounts SET balance_minor = balance_minor + 1 WHERE currency = 'USD'",
  ],
  ['statements-end-in-balances', 'DELETE FROM account_entries'],
  ['one-debit-per-payment', "DELETE FROM ledger_entries WHERE kind = 'DEBIT' AND subject_id = $T"],
  [
    'no-debit-before-execution',
    "UPDATE ledger_entries SET subject_id = (SELECT id FROM transactions WHERE status = 'PENDING') WHERE kind = 'DEBIT' AND subject_id = $T",
  ],
  ['completed-payments-are-settled', "DELETE FROM ledger_entries WHERE kind = 'SETTLE' AND subject_id = $T"],
  ['refunds-are-the-debit', "UPDATE refunds SET status = 'PENDING' WHERE status = 'COMPLETED'"],
  ['refunds-are-the-debit', "UPDATE refunds SET status = 'COMPLETED' WHERE status = 'FAILED'"],
  [
    'refunds-never-exceed',
    "UPDATE ledger_postings SET amount_minor = amount_minor * 3 WHERE entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'REFUND_SETTLE')",
  ],
  [
    'refunds-go-where-they-belong',
    "UPDATE transactions SET source_account_id = destination_account_id WHERE refund_id IN (SELECT id FROM refunds WHERE status = 'COMPLETED') AND funding = 'BALANCE'",
  ],
  [
    'refunds-go-where-they-belong',
    `${movedRefund('CHAIN_DEPOSIT')} SET account = 'service:world:USDC' WHERE amount_minor > 0 AND entry_id IN refunded`,
  ],
  [
    'refunds-go-where-they-belong',
    `${movedRefund('BANK_DEPOSIT')} SET account = 'InternalAccount:1' WHERE amount_minor > 0 AND entry_id IN refunded`,
  ],
  [
    'both-halves-end-alike',
    `UPDATE transactions SET status = 'COMPLETED' WHERE id IN (SELECT transaction_id FROM uma_payments
      WHERE peer_transaction_id IS NOT NULL) AND type = 'OUTGOING'`,
  ],
  [
    'returns-reach-somebody',
    `${movedRefund('UMA_PAYMENT')} SET account = 'service:world:USD' WHERE amount_minor > 0 AND entry_id IN refunded`,
  ],
  [
    'returns-reach-somebody',
    `${movedRefund('UMA_PAYMENT')} SET account = 'InternalAccount:1' WHERE amount_minor > 0 AND entry_id IN refunded`,
  ],
  [
    'debts-are-paid-once',
    "UPDATE ledger_postings SET account = 'service:refunds:USD' WHERE account = 'service:world:USD'",
  ],
  [
    'spent-fees-come-back-first',
    "UPDATE ledger_postings SET account = 'service:fee-claims:USD' WHERE account = 'service:fees:USD' AND entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'REFUND_START')",
  ],
  [
    'debits-are-the-sending-amount',
    `${entriesOf('DEBIT')} SET amount_minor = amount_minor - sign(amount_minor) WHERE entry_id IN entries AND account NOT LIKE 'service:fees:%'`,
  ],
  [
    'settlements-reach-the-payee',
    `${entriesOf('SETTLE')} SET account = 'service:losses:USD' WHERE entry_id IN entries AND account = 'service:world:USD'`,
  ],
  [
    'settlements-reach-the-payee',
    `${entriesOf('SETTLE')} SET amount_minor = amount_minor - sign(amount_minor) WHERE entry_id IN entries`,
  ],
  [
    'service-fees-are-kept-once',
    `${entriesOf('DEBIT')} SET account = 'service:losses:USD' WHERE entry_id IN entries AND account = 'service:fees:USD'`,
  ],
  [
    'service-fees-are-kept-once',
    `${entriesOf('REFUND_START')} SET account = 'service:losses:USD' WHERE entry_id IN entries AND account = 'service:fees:USD'`,
  ],
  [
    'platform-fees-are-paid-once',
    `${entriesOf('RETURN')} SET account = 'service:losses:USD' WHERE entry_id IN entries AND ${ofPlatform}`,
  ],
  [
    'platform-fees-are-paid-once',
    `${entriesOf('SETTLE')} SET amount_minor = amount_minor * 2 WHERE entry_id IN entries
      AND (account = 'service:platform-fees:USD' OR ${ofPlatform})`,
  ],
  [
    'platform-fees-are-paid-once',
    `${entriesOf('SETTLE')} SET account = 'service:world:USD' WHERE entry_id IN entries AND ${ofPlatform}`,
  ],
  ['nothing-stays-in-transit', "DELETE FROM ledger_entries WHERE kind = 'SETTLE' AND subject_id = $T"],
  ['deleted-customers-hold-nothing', "UPDATE customers SET deleted_at = '2025-01-01T00:00:00.000Z'"],
  [
    'cancelled-payments-end',
    "UPDATE transactions SET status = 'PROCESSING' WHERE refund_id IN (SELECT id FROM refunds WHERE status = 'COMPLETED')",
  ],
  ['deposits-are-what-was-asked', 'UPDATE realtime_fundings SET funded_minor = funded_minor + 1'],
  ['deposits-are-what-was-asked', 'UPDATE realtime_fundings SET funded_minor = NULL'],
  ['refunds-belong-to-transactions', 'DELETE FROM refunds'],
  ['refunds-belong-to-transactions', 'UPDATE transactions SET refund_id = NULL'],
  ['quotes-follow-transactions', "UPDATE quotes SET status = 'PENDING' WHERE transaction_id = $T"],
  ['quotes-follow-transactions', "UPDATE quotes SET status = 'PENDING_AUTHORIZATION' WHERE transaction_id = $T"],
  ['authorizations-are-asked-for', "UPDATE sca_challenges SET status = 'PASSED'"],
  ['authorizations-are-asked-for', "UPDATE quotes SET status = 'PENDING' WHERE status = 'PENDING_AUTHORIZATION'"],
  ['actions-are-about-own-payments', "UPDATE agent_actions SET agent_id = 'Agent:1'"],
  ['actions-are-about-own-payments', "UPDATE agent_actions SET customer_id = 'Customer:1'"],
  [
    'refused-actions-move-nothing',
    "UPDATE ledger_entries SET subject_id = (SELECT transaction_id FROM agent_actions) WHERE kind = 'DEBIT' AND subject_id = $T",
  ],
  ['decided-actions-leave-nothing-waiting', "UPDATE agent_actions SET status = 'APPROVED'"],
  ['events-of-transactions', 'DELETE FROM events WHERE resource_id = $T AND sequence = 2'],
  ['events-of-transactions', 'UPDATE events SET sequence = 7 WHERE resource_id = $T AND sequence = 3'],
  ['events-of-internal-accounts', "UPDATE internal_accounts SET sequence = sequence + 1 WHERE currency = 'USD'"],
  ['events-have-deliveries', 'DELETE FROM deliveries WHERE resource_id = $T AND sequence = 1'],
  ['events-are-declared-moves', "UPDATE transactions SET status = 'FAILED' WHERE id = $T"],
  [
    'events-are-declared-moves',
    "UPDATE deliveries SET type = 'OUTGOING_PAYMENT.EXPIRED' WHERE resource_id = $T AND sequence = 3",
  ],
];

describe('verifying a store', () => {
  it('finds no breach in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each([
    ['a unit more', '+'],
    ['a unit less', '-'],
  ])('finds a conversion that gives %s than it costs as the only breach', async (_, sign) => {
    const breaches = await found(`UPDATE ledger_postings SET amount_minor = amount_minor ${sign} sign(amount_minor)
      WHERE currency = 'MXN' AND entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = $C);
      UPDATE transactions SET received_minor = received_minor ${sign} 1 WHERE id = $C`);
    expect(breaches).toEqual(['conversions-give-no-more']);
  });

  it('accepts conversions priced under the older rounding rule', async () => {
    const breaches = await found(`UPDATE ledger_postings SET amount_minor = amount_minor + sign(amount_minor)
      WHERE currency = 'MXN' AND entry_id IN (SELECT id FROM ledger_entries WHERE subject_id = $C);
      INSERT INTO conversions_before SELECT tenant, id FROM transactions WHERE id = $C`);
    expect(breaches).toEqual([]);
  });

  it('finds a platform that keeps the fee of a refunded payment', async () => {
    expect(ofPayments(await found(keptFee))).toEqual(['platform-fees-are-paid-once']);
  });

  it('accepts fees that the service advanced under the older rule for returned payments', async () => {
    const migration = migrations('sqlite').find(({ name }) => name.includes('fees-advanced-before'));
    const migrated = `DROP TABLE fees_advanced_before; ${migration?.text}`;
    expect(ofPayments(await found(`${keptFee}; ${migrated}`))).toEqual([]);
    expect(ofPayments(await found(`${migrated}; ${keptFee}`))).toEqual(['platform-fees-are-paid-once']);
  });

  it.each(faults)('reports a breach of %s after %s', async (name, fault) => {
    expect(await found(fault)).toContain(name);
  });
});
