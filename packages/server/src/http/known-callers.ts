import { networkOf } from '../engines/guesses/network-of.ts';
import { hashSecret } from '../ground/sealing/hash-secret.ts';
import type { Party } from './unit-shares.ts';

/** Some megabytes. */
const mostRemembered = 10_000;

/**
 * The tenants of the credentials that this process has accepted lately. They decide who waits for whom, never who may
 * enter: credentials are checked for each request.
 */
export class KnownCallers {
  /** By the hash of the credentials, the oldest first. */
  readonly #tenants = new Map<string, number>();

  /** The tenant of known credentials; otherwise the network of the caller. */
  partyOf(authorization: string | undefined, address: string): Party {
    const tenant = authorization === undefined ? undefined : this.#tenants.get(hashSecret(authorization));
    return tenant ?? networkOf(address);
  }

  learn(authorization: string | undefined, tenant: number): void {
    if (authorization === undefined) return;
    const [oldest] = this.#tenants.size < mostRemembered ? [] : this.#tenants.keys();
    if (oldest !== undefined) this.#tenants.delete(oldest);
    this.#tenants.set(hashSecret(authorization), tenant);
  }
}
