import { FilesUnavailable } from '../engines/files/file-store.ts';
import type { DatabaseUnavailable, Shortage } from '../ground/database/database.ts';
import { type Refusal, refuse } from '../operation/operation.ts';

/** When a repeat has a chance: a restart takes seconds, room has to be made by somebody. */
export const secondsToWait: Readonly<Record<Shortage, number>> = { BUSY: 1, AWAY: 2, FULL: 10 };

const causes: Readonly<Record<Shortage, string>> = {
  BUSY: 'More is asked of the service than it can do at the moment.',
  AWAY: 'The service cannot reach its database at the moment.',
  FULL: 'The service has no room left to write at the moment.',
};

const causesOfFiles: typeof causes = {
  ...causes,
  AWAY: 'The service cannot reach its stored files at the moment.',
  FULL: 'The service has no room left for files at the moment.',
};

/** What the caller is told when the store cannot work. Nothing of it says how the store is reached. */
export function unavailable(error: DatabaseUnavailable): Refusal<'SERVICE_UNAVAILABLE'> {
  const { shortage, isOutcomeUnknown } = error;
  const cause = (error instanceof FilesUnavailable ? causesOfFiles : causes)[shortage];
  return refuse(
    'SERVICE_UNAVAILABLE',
    isOutcomeUnknown
      ? 'The service lost its database while this request was being finished, and cannot tell whether it took effect. Repeat it with the same Idempotency-Key; without one, read first what is there.'
      : `${cause} Repeat the request after the seconds in Retry-After, with the same Idempotency-Key where it has one.`,
  );
}
