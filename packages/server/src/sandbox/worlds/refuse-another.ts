import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import { countWorlds } from './worlds-repository.ts';

/** Worlds that a platform may have at a time, those included that are being deleted. */
export const mostWorlds = 1_000;

/** Why a platform may not make another world. */
export async function refuseAnother(
  unit: Unit,
  maker: Pick<PlatformRow, 'tenant' | 'is_world'>,
): Promise<Refusal<'FORBIDDEN' | 'WORLD_LIMIT_REACHED'> | undefined> {
  if (maker.is_world === 1)
    return refuse('FORBIDDEN', 'A sandbox world makes no worlds. Use a token of the platform that made this one.');
  if ((await countWorlds(unit, maker.tenant, mostWorlds)) < mostWorlds) return undefined;
  return refuse(
    'WORLD_LIMIT_REACHED',
    `This platform has ${mostWorlds} sandbox worlds already. Delete those that nobody needs any more.`,
  );
}
