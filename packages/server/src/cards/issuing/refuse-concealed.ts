import { type Refusal, refuse } from '../../operation/operation.ts';
import type { CardRow } from './tables.ts';

/** A card has a number only from activation until it is closed. */
export function refuseConcealed({ id, state }: CardRow): Refusal<'CONFLICT'> | undefined {
  if (state === 'ACTIVE' || state === 'FROZEN') return undefined;
  return refuse(
    'CONFLICT',
    state === 'CLOSED'
      ? `${id} is closed and no longer has a number. Order a new card.`
      : `${id} is ${state} and has no number yet. Wait for CARD.STATE_CHANGE until it is ACTIVE.`,
  );
}
