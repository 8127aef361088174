import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Page } from '../../operation/pagination.ts';
import type { TokenRow } from './token-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, TokenRow>('findToken', (db, key) =>
  db.selectFrom('tokens').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id),
);

export function findToken(unit: Unit, tenant: number, id: string): Promise<TokenRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertToken(unit: Unit, row: TokenRow): void {
  unit.insert('tokens', [row]);
}

const remove = statement<Key>('deleteToken', (db, key) =>
  db.deleteFrom('tokens').where('tenant', '=', key.tenant).where('id', '=', key.id),
);

/** Answers whether there was such a token. */
export async function deleteToken(unit: Unit, tenant: number, id: string): Promise<boolean> {
  return (await unit.run(remove, { tenant, id })) === 1;
}

export interface TokenFilter {
  readonly name: string | undefined;
  readonly createdAfter: Instant | undefined;
  readonly createdBefore: Instant | undefined;
  readonly updatedAfter: Instant | undefined;
  readonly updatedBefore: Instant | undefined;
}

/** One row more than the page holds, the newest first. */
export function listTokenRows(
  unit: Unit,
  tenant: number,
  filter: TokenFilter,
  { limit, after }: Page,
): Promise<TokenRow[]> {
  return unit.select((db) => {
    let query = db.selectFrom('tokens').selectAll().where('tenant', '=', tenant);
    if (filter.name !== undefined) query = query.where('name', '=', filter.name);
    if (filter.createdAfter !== undefined) query = query.where('created_at', '>=', filter.createdAfter);
    if (filter.createdBefore !== undefined) query = query.where('created_at', '<=', filter.createdBefore);
    if (filter.updatedAfter !== undefined) query = query.where('updated_at', '>=', filter.updatedAfter);
    if (filter.updatedBefore !== undefined) query = query.where('updated_at', '<=', filter.updatedBefore);
    if (after !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
      );
    }
    return query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1);
  });
}
