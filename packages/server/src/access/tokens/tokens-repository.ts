import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
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

/** Returns whether there was such a token. */
export async function deleteToken(unit: Unit, tenant: number, id: string): Promise<boolean> {
  return (await unit.run(remove, { tenant, id })) === 1;
}
