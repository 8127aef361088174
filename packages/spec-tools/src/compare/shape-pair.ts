import type { Change, Changes, Direction } from './change.ts';
import type { Place, Shape } from './shape.ts';

export type CompareSchemas = (direction: Direction, before: Place, now: Place) => Changes;

/** Two shapes of one value, before and now, with the functions that compare their parts. */
export interface ShapePair {
  readonly direction: Direction;
  readonly former: Place;
  /** The current place of the value. */
  readonly place: Place;
  readonly before: Shape;
  readonly now: Shape;
  readonly compare: CompareSchemas;
}

/** A change at the place of the pair, or at one of its members. */
export function changeAt(
  { direction, place }: Pick<ShapePair, 'direction' | 'place'>,
  rule: Change['rule'],
  message: string,
): Change {
  return { rule, path: place.path, message, direction };
}
