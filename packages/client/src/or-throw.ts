import { ApiError } from './api-error.ts';

/** The result of a call: data of a success or the error of a refusal, and the response in both cases. */
export type Result<Data> =
  | { readonly data: Data; readonly response: Response }
  | { readonly error: unknown; readonly response: Response };

/**
 * The data of a successful call. A refusal is distinguished by its required `error`, because the `data?: never` beside
 * it is `undefined` in programs that are compiled without `exactOptionalPropertyTypes`.
 */
export type DataOf<Outcome> = Outcome extends { readonly error: unknown }
  ? never
  : Outcome extends { readonly data: infer Data }
    ? Data
    : never;

function isSuccess<Outcome extends Result<unknown>>(
  outcome: Outcome,
): outcome is Outcome & { readonly data: DataOf<Outcome> } {
  // Only 204 has no body. Any other success without one was cut short on the way, for example by a proxy.
  return 'data' in outcome && (outcome.data !== undefined || outcome.response.status === 204);
}

/** Returns the data of a success; throws a refusal as `ApiError`. */
export async function orThrow<Outcome extends Result<unknown>>(pending: Promise<Outcome>): Promise<DataOf<Outcome>> {
  const outcome = await pending;
  if (isSuccess(outcome)) return outcome.data;
  throw new ApiError(outcome.response, 'error' in outcome ? outcome.error : undefined);
}
