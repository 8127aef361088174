import type { MarkingCaller } from './caller.ts';
import type { Marks } from './marks.ts';

/** The objects that a part of the scenario uses. */
export interface Scene {
  readonly caller: MarkingCaller;
  readonly marks: Marks;
}

/** The code of the sandbox. */
export const code = '123456';

/** A customer with money to pay. */
export interface Payer {
  readonly id: string;
  readonly umaAddress: string;
  readonly dollars: string;
}
