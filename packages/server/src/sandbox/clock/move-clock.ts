import { ClockBusy, ClockStopped } from '../../engines/due-work/timekeeper.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

const stopping: Refusal<'SERVICE_UNAVAILABLE'> = {
  ...refuse(
    'SERVICE_UNAVAILABLE',
    'The server of this request is stopping, so the clock was not moved. Repeat the request after the seconds in Retry-After.',
  ),
  retryAfterSeconds: 2,
};

/** Moves the clock of a platform, unless another request is moving it. */
export async function moveClock<T>(move: () => Promise<T>): Promise<T | Refusal<'CONFLICT' | 'SERVICE_UNAVAILABLE'>> {
  try {
    return await move();
  } catch (error) {
    if (error instanceof ClockStopped) return stopping;
    if (!(error instanceof ClockBusy)) throw error;
    return refuse('CONFLICT', 'Another request is moving the clock of this platform. Try again in a moment.');
  }
}
