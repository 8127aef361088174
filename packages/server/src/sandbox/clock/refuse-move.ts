import { ClockBusy } from '../../engines/due-work/timekeeper.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

/** Moves the clock of a platform, once nobody else does. */
export async function moving<T>(move: () => Promise<T>): Promise<T | Refusal<'CONFLICT'>> {
  try {
    return await move();
  } catch (error) {
    if (!(error instanceof ClockBusy)) throw error;
    return refuse('CONFLICT', 'Another request is moving the clock of this platform. Try again in a moment.');
  }
}
