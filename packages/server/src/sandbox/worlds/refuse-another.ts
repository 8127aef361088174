import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import { countWorlds } from './worlds-repository.ts';

/** The most worlds of a platform, including those that are being deleted. */
export const mostWorlds = 1_000;

/** The refusal of another world, if there is a reason. */
export async function refuseAnother(
  unit: Unit,
  maker: Pick<PlatformRow, 'tenant' | 'is_world'>,
): Promise<Refusal<'FORBIDDEN' | 'WORLD_LIMIT_REACHED'> | undefined> {
  if (maker.is_world === 1)
    return refuse(
      'FORBIDDEN',
      'A sandbox world cannot create worlds. Use a token of the platform that created this one.',
    );
  if ((await countWorlds(unit, maker.tenant, mostWorlds)) < mostWorlds) return undefined;
  return refuse(
    'WORLD_LIMIT_REACHED',
    `This platform already has ${mostWorlds} sandbox worlds. Delete the unused ones.`,
  );
}
