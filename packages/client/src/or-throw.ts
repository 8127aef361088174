import { ApiError } from './api-error.ts';

/** What a call of the client gives: data of a success or the error of a refusal, and the response in both cases. */
export type Result<Data> =
  | { readonly data: Data; readonly response: Response }
  | { readonly error: unknown; readonly response: Response };

/** The data of a success; a refusal is thrown as `ApiError`. */
export async function orThrow<Data>(pending: Promise<Result<Data>>): Promise<Data> {
  const result = await pending;
  if ('data' in result) return result.data;
  throw new ApiError(result.response, result.error);
}
