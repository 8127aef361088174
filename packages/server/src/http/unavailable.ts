import { FilesUnavailable } from '../engines/files/file-store.ts';
import type { DatabaseUnavailable, Shortage } from '../ground/database/database.ts';
import { type Refusal, refuse } from '../operation/operation.ts';

/** When a retry has a chance: a restart takes seconds, but an operator has to free space. */
export const secondsToWait: Readonly<Record<Shortage, number>> = { BUSY: 1, AWAY: 2, FULL: 10 };

const causes: Readonly<Record<Shortage, string>> = {
  BUSY: 'The service has too many requests at the moment.',
  AWAY: 'The service cannot reach its database at the moment.',
  FULL: 'The service has no space left to write at the moment.',
};

const causesOfFiles: typeof causes = {
  ...causes,
  AWAY: 'The service cannot reach its stored files at the moment.',
  FULL: 'The service has no space left for files at the moment.',
};

/** The refusal while the store cannot work. It reveals nothing about how the store is reached. */
export function unavailable(error: DatabaseUnavailable): Refusal<'SERVICE_UNAVAILABLE'> {
  const { shortage, isOutcomeUnknown } = error;
  const cause = (error instanceof FilesUnavailable ? causesOfFiles : causes)[shortage];
  return refuse(
    'SERVICE_UNAVAILABLE',
    isOutcomeUnknown
      ? 'The service lost its database during the commit of this request, so it is unknown whether it took effect. Repeat it with the same Idempotency-Key. Without one, first read the current state.'
      : `${cause} Repeat the request after the seconds in Retry-After, with the same Idempotency-Key if it has one.`,
  );
}
