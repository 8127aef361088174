import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Found {
  readonly tenant: number;
  readonly id: string;
}

/**
 * A bank that reports a deposit does not know the platform. A copy in the sandbox has the same reference as its
 * original.
 */
const find = statement<{ readonly reference: string }, Found>('findQuoteByReference', (db, { reference }) =>
  db
    .selectFrom('quotes')
    .select(['tenant', 'id'])
    .where('funding_reference', '=', reference)
    .orderBy('tenant')
    .limit(1),
);

export function findQuoteByReference(unit: Unit, reference: string): Promise<Found | undefined> {
  return unit.first(find, { reference });
}

const findOwn = table('quotes').find('funding_reference');

/** The same within one platform. */
export function findOwnQuoteByReference(unit: Unit, tenant: number, reference: string): Promise<Found | undefined> {
  return unit.first(findOwn, { tenant, funding_reference: reference });
}
