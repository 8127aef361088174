import type { Specification } from '../../../types/src/spec.ts';
import { idPrefixes } from './names.ts';
import { type OperationFacts, readOperations } from './operation-facts.ts';
import { placesOf, reaches } from './tenant-cells.ts';
import type { World } from './world.ts';

export interface Reach {
  readonly reached: number;
  /** Places whose value does not affect the response, so that a cell there proves nothing. */
  readonly unreached: readonly string[];
}

/**
 * The control of the matrix: in the caller's own platform each value must make a difference. A world that a request has
 * changed is discarded, so that the next place starts from the initial state.
 */
export async function measureReach(specification: Specification, open: () => Promise<World>): Promise<Reach> {
  const prefixes = idPrefixes(specification);
  const unreached: string[] = [];
  let reached = 0;
  let world: World | undefined;
  for (const operation of readOperations(specification)) {
    for (const place of placesOf(operation, prefixes)) {
      world ??= await open();
      const { isReached, isSpoiled } = await reaches(world, operation, place, prefixes);
      if (isReached) reached += 1;
      else unreached.push(`${operation.id}, ${place.label}`);
      if (isSpoiled && changes(operation)) world = undefined;
    }
  }
  return { reached, unreached };
}

function changes({ method }: OperationFacts): boolean {
  return method !== 'GET';
}
