import { DatabaseUnavailable } from '../ground/database/database.ts';
import { type Caller, type Refusal, refuse } from '../operation/operation.ts';
import { type Reply, refusalReply } from './run-operation.ts';

const moved: Refusal<'SERVICE_UNAVAILABLE'> = {
  ...refuse(
    'SERVICE_UNAVAILABLE',
    'The platform was reset while this request was served. Repeat the request after the seconds in Retry-After.',
  ),
  retryAfterSeconds: 1,
};

type Admitted = () => Promise<{ readonly caller?: Caller; readonly refusal?: Refusal | undefined }>;

/**
 * A platform may be reset, or a sandbox world deleted, during a request to it, which then misses its data. This refuses
 * such a request: a repeat finds the new platform, or is not admitted. Any other error is rethrown.
 */
export function refuseIfReset(
  { tenant }: Pick<Caller, 'tenant'>,
  admitted: Admitted,
): (error: unknown) => Promise<Reply> {
  return async (error) => {
    if (error instanceof DatabaseUnavailable) throw error;
    const now = await admitted();
    if (now.refusal !== undefined) return refusalReply(now.refusal);
    if (now.caller?.tenant === tenant) throw error;
    return refusalReply(moved);
  };
}

/** Whether credentials would still be accepted, for the same data: a reset moves their platform away from it. */
export function isStillOf({ tenant }: Pick<Caller, 'tenant'>, admitted: Admitted): () => Promise<boolean> {
  return async () => {
    const now = await admitted();
    return now.refusal === undefined && now.caller?.tenant === tenant;
  };
}
