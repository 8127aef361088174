import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { TokenRow } from './tables.ts';

const tokens = table('tokens');
const find = tokens.find('id');

export function findToken(unit: Unit, tenant: number, id: string): Promise<TokenRow | undefined> {
  return unit.first(find, { tenant, id });
}

export function insertToken(unit: Unit, row: TokenRow): void {
  unit.insert('tokens', [row]);
}

const remove = tokens.delete('id');

/** Returns whether there was such a token. */
export async function deleteToken(unit: Unit, tenant: number, id: string): Promise<boolean> {
  return (await unit.run(remove, { tenant, id })) === 1;
}
