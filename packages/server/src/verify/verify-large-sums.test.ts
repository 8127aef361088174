import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../test/breaches-after.ts';
import { makeSender } from '../../test/parties.ts';
import { largestWireMinor } from '../ground/money/money.ts';

const breachesOf = breachesIn(async (server) => {
  await makeSender(server);
});

const m = largestWireMinor;
const at = "'2025-01-01T00:00:00.000Z'";
const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1099)';
/** The sender's account without any entries. */
const account =
  "(SELECT tenant, id FROM internal_accounts WHERE currency = 'GBP' AND customer_id IS NOT NULL LIMIT 1) a";

function entries(name: string): string {
  return `${numbers} INSERT INTO ledger_entries (tenant, id, kind, subject_id, created_at)
    SELECT a.tenant, '${name}' || i, 'FUND', '${name}-of' || i, ${at} FROM n, ${account};`;
}

function postings(name: string, line: string, to: string, amount: string): string {
  return `${numbers} INSERT INTO ledger_postings (tenant, entry_id, line, account, currency, amount_minor)
    SELECT a.tenant, ${name}, ${line}, ${to}, 'GBP', ${amount} FROM n, ${account};`;
}

function shown(name: string, sequence: string, amount: string, balance: string): string {
  return `${numbers} INSERT INTO account_entries (tenant, account_id, sequence, entry_id, kind, subject_id, amount_minor,
      held_amount_minor, balance_minor, held_minor, created_at)
    SELECT a.tenant, a.id, ${sequence}, '${name}' || i, 'DEPOSIT', '${name}-of' || i, ${amount}, 0, ${balance}, 0, ${at}
    FROM n, ${account};`;
}

/**
 * A service account has received more than 64 bits can hold, an internal account has received and paid that much, and
 * one entry has as many lines. By their ids, all credits come before the debits.
 */
const turnover = `
  ${entries('owed')}
  ${postings("'owed' || i", '0', "'service:world:GBP'", `-${m}`)}
  ${postings("'owed' || i", '1', "'service:refunds:GBP'", `${m}`)}
  ${entries('a')}
  ${postings("'a' || i", '0', "'service:world:GBP'", `-${m}`)}
  ${postings("'a' || i", '1', 'a.id', `${m}`)}
  ${shown('a', '2 * i + 1', `${m}`, `${m}`)}
  ${entries('b')}
  ${postings("'b' || i", '0', 'a.id', `-${m}`)}
  ${postings("'b' || i", '1', "'service:world:GBP'", `${m}`)}
  ${shown('b', '2 * i + 2', `-${m}`, '0')}
  UPDATE internal_accounts SET entered_at = ${at}
    WHERE EXISTS (SELECT 1 FROM account_entries s WHERE s.tenant = internal_accounts.tenant
      AND s.account_id = internal_accounts.id AND s.entry_id = 'a0');
  ${postings("'owed0'", '2 + i', "'service:world:GBP'", `-${m}`)}
  ${postings("'owed0'", '2000 + i', "'service:world:GBP'", `${m}`)}
`;

const found = (fault: string): Promise<string[]> => breachesOf(`${turnover}${fault}`);

describe('verifying sums beyond 64 bits', () => {
  it('finds no breach in a healthy store', async () => {
    expect(await found('')).toEqual([]);
  });

  it.each([
    [
      'entries-balance',
      "UPDATE ledger_postings SET amount_minor = amount_minor + 1 WHERE entry_id = 'owed7' AND line = 0",
    ],
    [
      'entries-balance',
      "UPDATE ledger_postings SET amount_minor = amount_minor + 1 WHERE entry_id = 'owed0' AND line = 2",
    ],
    [
      'entries-balance',
      "UPDATE ledger_postings SET amount_minor = amount_minor + 4294967296 WHERE entry_id = 'owed0' AND line = 2",
    ],
    [
      'balances-equal-postings',
      "UPDATE ledger_postings SET amount_minor = amount_minor + CASE line WHEN 0 THEN -1 ELSE 1 END WHERE entry_id = 'a7'",
    ],
    [
      'balances-equal-postings',
      "UPDATE internal_accounts SET balance_minor = balance_minor + 4294967296 WHERE currency = 'GBP'",
    ],
  ])('reports a breach of %s after %s', async (name, fault) => {
    expect(await found(fault)).toContain(name);
  });
});
