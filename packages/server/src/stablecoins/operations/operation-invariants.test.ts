import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { expectStatus } from '../../../test/caller.ts';
import {
  arrive,
  makeIssue,
  makeSparkWallet,
  makeTreasury,
  mint,
  readOperation,
} from '../../../test/stablecoin-operations.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const found = breachesIn(async (server) => {
  const issue = await makeIssue(server, true);
  const failing = { ...issue, walletId: await makeSparkWallet(server, '002') };
  const fundingSource = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: await makeTreasury(server) };
  const answers = [
    await mint(server, issue),
    await mint(server, issue, { fundingSource }),
    await mint(server, failing, { fundingSource }),
  ];
  const ids: string[] = answers.map((answer) => expectStatus(answer, 201).id);
  await arrive(server, ids[0] ?? '');
  await server.advance(minuteMs);
  ids.push(expectStatus(await mint(server, issue), 201).id);
  const statuses = await Promise.all(ids.map(async (id) => (await readOperation(server, id)).status));
  expect(statuses).toEqual(['COMPLETED', 'COMPLETED', 'FAILED', 'PENDING_FUNDING']);
});

const internal = "source_type = 'SERVICE_INTERNAL_ACCOUNT'";
const change = (what: string, status: string) => `UPDATE stablecoin_operations SET ${what} WHERE status = '${status}'`;
const entry = (kind: string) => `(SELECT id FROM ledger_entries WHERE kind = '${kind}' LIMIT 1)`;

/** Each planted fault and the invariant that must name it. */
const faults: readonly [name: string, fault: string][] = [
  ['failed-stablecoin-operations-have-reasons', change('failure_reason = NULL', 'FAILED')],
  ['failed-stablecoin-operations-have-reasons', change("failure_reason = 'DEBIT_RETURNED'", 'COMPLETED')],
  ['stablecoin-operations-wait-for-something', change('expires_at = NULL', 'PENDING_FUNDING')],
  ['stablecoin-operations-wait-for-something', change('funding_instructions = NULL', 'PENDING_FUNDING')],
  ['stablecoin-operations-wait-for-something', change('funded_at = created_at', 'PENDING_FUNDING')],
  ['stablecoin-operations-wait-for-something', change("status = 'EXPIRED', funded_at = created_at", 'PENDING_FUNDING')],
  [
    'mints-are-paid-once',
    `UPDATE stablecoin_operations SET status = 'PROCESSING' WHERE status = 'COMPLETED' AND ${internal}`,
  ],
  ['mints-are-paid-once', `${change("status = 'COMPLETED', failure_reason = NULL", 'FAILED')} AND ${internal}`],
  ['mints-are-paid-once', `DELETE FROM stablecoin_operations WHERE status = 'COMPLETED' AND ${internal}`],
  [
    'mints-are-paid-once',
    `UPDATE ledger_entries SET kind = 'STABLECOIN_REFUND' WHERE id = ${entry('STABLECOIN_SETTLE')}`,
  ],
  [
    'mints-are-paid-once',
    `UPDATE ledger_entries SET kind = 'STABLECOIN_SETTLE' WHERE id = ${entry('STABLECOIN_REFUND')}`,
  ],
  ['mints-are-paid-once', "DELETE FROM ledger_entries WHERE kind = 'STABLECOIN_DEBIT'"],
  ['mints-are-paid-once', "DELETE FROM ledger_entries WHERE kind = 'STABLECOIN_SETTLE'"],
  ['mints-are-paid-once', "DELETE FROM ledger_entries WHERE kind = 'STABLECOIN_REFUND'"],
  [
    'mints-are-paid-once',
    `UPDATE ledger_entries SET subject_id = 'StablecoinOperation:1' WHERE id = ${entry('STABLECOIN_DEBIT')}`,
  ],
  ['mints-from-here-are-paid', `DELETE FROM ledger_entries WHERE kind = 'STABLECOIN_DEBIT'`],
  ['mints-from-here-are-paid', `${change("source_type = 'SERVICE_INTERNAL_ACCOUNT'", 'COMPLETED')}`],
];

describe('verifying mints and burns', () => {
  it('finds nothing in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each(faults)('names %s after %s', async (name, fault) => {
    expect(await found(fault)).toContain(name);
  });
});
