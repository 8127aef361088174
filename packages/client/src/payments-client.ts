import type { OpenPaths, OperationTable } from '@payments-platform/types';
import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse } from 'openapi-fetch';

/** The paths of the operations that accept one scheme of credentials. */
type PathsTaking<Scheme extends string> = {
  [Id in keyof OperationTable]: OperationTable[Id]['security'] extends readonly [Scheme]
    ? OperationTable[Id]['path']
    : never;
}[keyof OperationTable];

/** A device code is its own credential. */
type RedeemPath = OperationTable['redeemAgentDeviceCode']['path'];

/** Its response is a stream, which `streamActivity` reads. */
type StreamPath = OperationTable['streamActivity']['path'];

/** The operations of a platform with its token: all except those that are only for agents. */
export type PlatformPaths = Omit<OpenPaths, PathsTaking<'AgentAuth'> | StreamPath>;

/** The operations of an agent with its access token, and the call that returns this token. */
export type AgentPaths = Pick<OpenPaths, PathsTaking<'AgentAuth'> | RedeemPath>;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type PathsWith<Paths extends object, Verb extends Method> = ClientPathsWithMethod<Client<Paths>, Verb>;

/** These calls return JSON, so there is no `parseAs`; `getCsv` reads lists as CSV. */
export type Options<Operation> = Omit<FetchOptions<Operation>, 'parseAs'>;

type Outcome<Operation> =
  Operation extends Readonly<Record<string | number, unknown>>
    ? FetchResponse<Operation, Record<never, never>, 'application/json'>
    : never;

/** The operation of a path, for platforms or agents. */
export type At<Path, Verb extends Method> = Path extends keyof OpenPaths ? OpenPaths[Path][Verb] : never;

// The options have an explicit type, because an inferred one accepts every misspelt member.
type Call<Paths extends Partial<OpenPaths>, Verb extends Method> = <Path extends PathsWith<Paths, Verb>>(
  path: Path,
  ...options: Record<never, never> extends Options<At<Path, Verb>>
    ? [options?: Options<At<Path, Verb>>]
    : [options: Options<At<Path, Verb>>]
) => Promise<Outcome<At<Path, Verb>>>;

/** Separates the two clients for the compiler, which would treat their calls as the same. */
declare const credentials: unique symbol;

/**
 * Every operation of a platform, as `GET`, `POST`, `PUT`, `PATCH` and `DELETE` on its path. Responses may have enum
 * values that were added after this client version.
 */
export interface PaymentsClient extends Pick<Client<PlatformPaths>, 'use' | 'eject'> {
  readonly [credentials]?: 'TOKEN';
  readonly GET: Call<PlatformPaths, 'get'>;
  readonly POST: Call<PlatformPaths, 'post'>;
  readonly PUT: Call<PlatformPaths, 'put'>;
  readonly PATCH: Call<PlatformPaths, 'patch'>;
  readonly DELETE: Call<PlatformPaths, 'delete'>;
}

/** The same for the operations of an agent. */
export interface AgentClient extends Pick<Client<AgentPaths>, 'use' | 'eject'> {
  readonly [credentials]?: 'ACCESS_TOKEN';
  readonly GET: Call<AgentPaths, 'get'>;
  readonly POST: Call<AgentPaths, 'post'>;
  readonly DELETE: Call<AgentPaths, 'delete'>;
}
