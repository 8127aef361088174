import { ApiError } from './api-error.ts';

/** What a call of the client gives: data of a success or the error of a refusal, and the response in both cases. */
export type Result<Data> =
  | { readonly data: Data; readonly response: Response }
  | { readonly error: unknown; readonly response: Response };

/**
 * What a call gives when it succeeds. A refusal is known by its required `error`: the `data?: never` beside it is
 * `undefined` in programs that are compiled without `exactOptionalPropertyTypes`.
 */
export type DataOf<Outcome> = Outcome extends { readonly error: unknown }
  ? never
  : Outcome extends { readonly data: infer Data }
    ? Data
    : never;

function isSuccess<Outcome extends Result<unknown>>(
  outcome: Outcome,
): outcome is Outcome & { readonly data: DataOf<Outcome> } {
  // 204 alone has no body. Another success without one was cut short on its way, by a proxy for example.
  return 'data' in outcome && (outcome.data !== undefined || outcome.response.status === 204);
}

/** The data of a success; a refusal is thrown as `ApiError`. */
export async function orThrow<Outcome extends Result<unknown>>(pending: Promise<Outcome>): Promise<DataOf<Outcome>> {
  const outcome = await pending;
  if (isSuccess(outcome)) return outcome.data;
  throw new ApiError(outcome.response, 'error' in outcome ? outcome.error : undefined);
}
