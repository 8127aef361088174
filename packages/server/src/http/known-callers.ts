import { hashSecret } from '../ground/sealing/hash-secret.ts';
import type { AcceptedToken } from './unconfirmed-caller.ts';

/** Some megabytes. */
const mostRemembered = 10_000;

/** What the credentials of a caller stood for when they were last accepted. */
export interface KnownCaller {
  readonly party: number;
  /** Missing for an agent. */
  readonly token?: AcceptedToken | undefined;
}

/**
 * The credentials that this process has accepted lately. They decide who waits for whom and as whom a request is
 * started, never who may enter: credentials are looked up for each request.
 */
export class KnownCallers {
  /** By the hash of the credentials, the oldest first. */
  readonly #callers = new Map<string, KnownCaller>();

  find(authorization: string | undefined): KnownCaller | undefined {
    return authorization === undefined ? undefined : this.#callers.get(hashSecret(authorization));
  }

  learn(authorization: string | undefined, known: KnownCaller): void {
    if (authorization === undefined) return;
    const [oldest] = this.#callers.size < mostRemembered ? [] : this.#callers.keys();
    if (oldest !== undefined) this.#callers.delete(oldest);
    this.#callers.set(hashSecret(authorization), known);
  }

  forget(authorization: string | undefined): void {
    if (authorization !== undefined) this.#callers.delete(hashSecret(authorization));
  }
}
