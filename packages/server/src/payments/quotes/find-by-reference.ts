import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Found {
  readonly tenant: number;
  readonly id: string;
}

/** References are unique across platforms: a bank that reports a deposit does not know the platform. */
const find = statement<{ readonly reference: string }, Found>('findQuoteByReference', (db, { reference }) =>
  db.selectFrom('quotes').select(['tenant', 'id']).where('funding_reference', '=', reference),
);

export function findQuoteByReference(unit: Unit, reference: string): Promise<Found | undefined> {
  return unit.first(find, { reference });
}
