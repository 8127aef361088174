import type { OpenPaths, OperationTable } from '@payments-platform/types';
import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse } from 'openapi-fetch';

/** The paths whose operations take one scheme of credentials. */
type PathsTaking<Scheme extends string> = {
  [Id in keyof OperationTable]: OperationTable[Id]['security'] extends readonly [Scheme]
    ? OperationTable[Id]['path']
    : never;
}[keyof OperationTable];

/** A device code is its own credential. */
type RedeemPath = OperationTable['redeemAgentDeviceCode']['path'];

/** Its answer goes on, and is read by `streamActivity`. */
type StreamPath = OperationTable['streamActivity']['path'];

/** What a platform calls with its token: everything but what only agents may call. */
export type PlatformPaths = Omit<OpenPaths, PathsTaking<'AgentAuth'> | StreamPath>;

/** What an agent calls with its access token, and the call that gives it one. */
export type AgentPaths = Pick<OpenPaths, PathsTaking<'AgentAuth'> | RedeemPath>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathsWith<Paths extends object, Verb extends Method> = ClientPathsWithMethod<Client<Paths>, Verb>;

/** What these calls give is JSON, so there is nothing to choose in how it is read; `getCsv` reads what is a table too. */
export type Options<Operation> = Omit<FetchOptions<Operation>, 'parseAs'>;

type Outcome<Operation> =
  Operation extends Readonly<Record<string | number, unknown>>
    ? FetchResponse<Operation, Record<never, never>, 'application/json'>
    : never;

/** The operation of a path; any path is one of the interface, whoever calls it. */
export type At<Path, Verb extends Method> = Path extends keyof OpenPaths ? OpenPaths[Path][Verb] : never;

// The options are named and not inferred: what is inferred takes in every misspelt member.
type Call<Paths extends Partial<OpenPaths>, Verb extends Method> = <Path extends PathsWith<Paths, Verb>>(
  path: Path,
  ...options: Record<never, never> extends Options<At<Path, Verb>>
    ? [options?: Options<At<Path, Verb>>]
    : [options: Options<At<Path, Verb>>]
) => Promise<Outcome<At<Path, Verb>>>;

/** Only there for the compiler: calls alone look the same to it, whatever their paths. */
declare const credentials: unique symbol;

/**
 * Every operation that a platform calls, as `GET`, `POST`, `PUT`, `PATCH` and `DELETE` on its path. What it gives may
 * hold values that were added to a list after this client was made.
 */
export interface PaymentsClient extends Pick<Client<PlatformPaths>, 'use' | 'eject'> {
  readonly [credentials]?: 'TOKEN';
  readonly GET: Call<PlatformPaths, 'get'>;
  readonly POST: Call<PlatformPaths, 'post'>;
  readonly PUT: Call<PlatformPaths, 'put'>;
  readonly PATCH: Call<PlatformPaths, 'patch'>;
  readonly DELETE: Call<PlatformPaths, 'delete'>;
}

/** The same for what an agent calls. */
export interface AgentClient extends Pick<Client<AgentPaths>, 'use' | 'eject'> {
  readonly [credentials]?: 'ACCESS_TOKEN';
  readonly GET: Call<AgentPaths, 'get'>;
  readonly POST: Call<AgentPaths, 'post'>;
  readonly DELETE: Call<AgentPaths, 'delete'>;
}
