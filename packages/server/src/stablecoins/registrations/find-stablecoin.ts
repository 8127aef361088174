import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findProviderAccount } from '../provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import type { StablecoinRow } from './tables.ts';

const stablecoins = table('stablecoins');
const findById = stablecoins.find('id');

export function findStablecoin(unit: Unit, tenant: number, id: string): Promise<StablecoinRow | undefined> {
  return unit.first(findById, { tenant, id });
}

const lock = stablecoins.lock('id');

/** Finds a stablecoin for update, so that concurrent changes run one after another. */
export function lockStablecoin(unit: Unit, tenant: number, id: string): Promise<StablecoinRow | undefined> {
  return unit.first(lock, { tenant, id });
}

export interface LinkedStablecoin {
  readonly stablecoin: StablecoinRow;
  readonly link: ProviderAccountRow;
}

/** A stablecoin and the link over which it is minted and burned. */
export async function findLinkedStablecoin(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<LinkedStablecoin | undefined> {
  const stablecoin = await findStablecoin(unit, tenant, id);
  return stablecoin && { stablecoin, link: await linkOf(unit, stablecoin) };
}

/** Links are never removed. */
export async function linkOf(unit: Unit, { tenant, id, link_id }: StablecoinRow): Promise<ProviderAccountRow> {
  const link = await findProviderAccount(unit, tenant, link_id);
  if (link === undefined) throw new Error(`${id} has lost its link ${link_id}`);
  return link;
}

/** The refusal is the same for a stablecoin of another platform and one that never existed. */
export function unknownStablecoin(id: string): Refusal<'STABLECOIN_NOT_FOUND'> {
  return refuse(
    'STABLECOIN_NOT_FOUND',
    `There is no stablecoin ${id}. Check the id and the environment of your token.`,
  );
}
