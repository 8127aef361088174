import { ApiError, orThrow, type Result } from '@payments-platform/client';

/** The refusal of a request; fails if the request succeeds. */
export async function refusalOf(pending: Promise<Result<unknown>>): Promise<ApiError> {
  try {
    await orThrow(pending);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('The request succeeded and should have been refused.');
}

/** The invalid fields of a refusal, sorted. */
export function refusedFields(refusal: ApiError): string[] {
  return refusal.fieldErrors.map(({ field }) => field).sort();
}
