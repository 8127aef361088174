import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findNotedOperation } from './operations-repository.ts';
import type { StablecoinOperationRow } from './tables.ts';

/** Finds a mint or burn that its provider has accepted. Before that, it is not visible. */
export async function findOperation(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<StablecoinOperationRow | undefined> {
  const row = await findNotedOperation(unit, tenant, id);
  return row?.status === 'CREATED' ? undefined : row;
}

/** The refusal is the same for an operation of another platform and one that never existed. */
export function unknownOperation(id: string): Refusal<'STABLECOIN_OPERATION_NOT_FOUND'> {
  return refuse(
    'STABLECOIN_OPERATION_NOT_FOUND',
    `There is no stablecoin operation ${id}. Check the id and the environment of your token.`,
  );
}
