import type { OpenPaths } from '@payments-platform/types';
import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse } from 'openapi-fetch';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathsWith<Verb extends Method> = ClientPathsWithMethod<Client<OpenPaths>, Verb>;

/** Every answer of the interface is JSON, so there is nothing to choose in how it is read. */
type Options<Operation> = Omit<FetchOptions<Operation>, 'parseAs'>;

type Outcome<Operation> =
  Operation extends Readonly<Record<string | number, unknown>>
    ? FetchResponse<Operation, Record<never, never>, `${string}/${string}`>
    : never;

// The options are named and not inferred: what is inferred takes in every misspelt member.
type Call<Verb extends Method> = <Path extends PathsWith<Verb>>(
  path: Path,
  ...options: Record<never, never> extends Options<OpenPaths[Path][Verb]>
    ? [options?: Options<OpenPaths[Path][Verb]>]
    : [options: Options<OpenPaths[Path][Verb]>]
) => Promise<Outcome<OpenPaths[Path][Verb]>>;

/**
 * Every operation of the interface, as `GET`, `POST`, `PUT`, `PATCH` and `DELETE` on its path. What it gives may hold
 * values that were added to a list after this client was made.
 */
export interface PaymentsClient extends Pick<Client<OpenPaths>, 'use' | 'eject'> {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}
