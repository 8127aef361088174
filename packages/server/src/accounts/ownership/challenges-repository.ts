import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ChallengeRow } from './tables.ts';

const challenges = table('ownership_challenges');
const find = challenges.find('external_account_id');

export function findChallenge(unit: Unit, tenant: number, accountId: string): Promise<ChallengeRow | undefined> {
  return unit.first(find, { tenant, external_account_id: accountId });
}

const findById = challenges.find('id');

/** `undefined` if a newer challenge has replaced it. */
export function findChallengeById(unit: Unit, tenant: number, id: string): Promise<ChallengeRow | undefined> {
  return unit.first(findById, { tenant, id });
}

/** Stores the challenge and replaces the previous one of the account. */
export function replaceChallenge(unit: Unit, row: ChallengeRow): void {
  unit.upsert('ownership_challenges', ['tenant', 'external_account_id'], row);
}

type Settled = Pick<ChallengeRow, 'tenant' | 'external_account_id' | 'id' | 'status' | 'settled_at'>;

const settle = statement<Settled & { readonly open: ChallengeRow['status'] }>('settleOwnershipChallenge', (db, row) =>
  db
    .updateTable('ownership_challenges')
    .set({ status: row.status, settled_at: row.settled_at })
    .where('tenant', '=', row.tenant)
    .where('external_account_id', '=', row.external_account_id)
    .where('id', '=', row.id)
    .where('status', '=', row.open),
);

/** Whether this challenge was still open. */
export async function settleOpen(unit: Unit, row: ChallengeRow, open: ChallengeRow['status']): Promise<boolean> {
  return (await unit.run(settle, { ...row, open })) > 0;
}
