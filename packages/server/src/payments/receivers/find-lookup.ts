import type { WorkContext } from '../../operation/deps.ts';
import { type Lookup, readLookup } from './lookup-row.ts';
import { findLookupRow } from './lookups-repository.ts';

export type { Lookup } from './lookup-row.ts';

/** A lookup that a quote may refer to; `undefined` when there is none or it has run out. */
export async function findLookup(
  { unit, tenant, now }: Pick<WorkContext, 'unit' | 'tenant' | 'now'>,
  id: string,
): Promise<Lookup | undefined> {
  const row = await findLookupRow(unit, { tenant, id, now });
  return row && readLookup(row);
}
