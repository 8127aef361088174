import { networkOf } from '../engines/guesses/network-of.ts';
import { hashSecret } from '../ground/sealing/hash-secret.ts';
import type { Identification } from './admit-caller.ts';
import type { Party } from './unit-shares.ts';

/** Some megabytes. */
const mostRemembered = 10_000;

/**
 * The parties of the credentials that this process has accepted lately. They decide who waits for whom, never who may
 * enter: credentials are checked for each request.
 */
export class KnownCallers {
  /** By the hash of the credentials, the oldest first. */
  readonly #parties = new Map<string, number>();

  /** The party of known credentials; otherwise the network of the caller. */
  partyOf({ authorization, address }: Identification): Party {
    const known = authorization === undefined ? undefined : this.#parties.get(hashSecret(authorization));
    return known ?? networkOf(address);
  }

  learn(authorization: string | undefined, party: number): void {
    if (authorization === undefined) return;
    const [oldest] = this.#parties.size < mostRemembered ? [] : this.#parties.keys();
    if (oldest !== undefined) this.#parties.delete(oldest);
    this.#parties.set(hashSecret(authorization), party);
  }
}
