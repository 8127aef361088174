import { type LookupAddress, promises } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves the host names of receivers. */
export interface ResolveName {
  /** Rejects if there is no address. */
  (hostname: string): Promise<readonly string[]>;
  /** Aborts running queries. */
  cancel?(): void;
}

/** For one query to one name server. */
const timeoutMs = 2_000;
const tries = 2;
/** Some name servers never answer for IPv6: with two of them the tries take longer than an attempt. */
const longestWaitForSixMs = 500;

/**
 * Queries the name servers directly. The system's lookup runs in one of the few threads that all lookups and file
 * operations of this process share: a few names whose servers do not respond would delay all webhooks. Names of the
 * local system are not resolved: an endpoint is on the public internet or on this machine.
 */
export function createResolveName(nameServers?: readonly string[]): ResolveName {
  const underWay = new Set<promises.Resolver>();
  const resolve = async (hostname: string): Promise<readonly string[]> => {
    if (hostname === 'localhost') return ['127.0.0.1', '::1'];
    // A resolver reads once which name servers the system has; a new one for each look-up notices when they change.
    const resolver = new promises.Resolver({ timeout: timeoutMs, tries });
    if (nameServers !== undefined) resolver.setServers(nameServers);
    underWay.add(resolver);
    const four = resolver.resolve4(hostname).then(some);
    const six = resolver.resolve6(hostname).then(some);
    const enough = four.then(
      () => delay(longestWaitForSixMs, [], { ref: false }),
      () => six,
    );
    const answers = await Promise.allSettled([four, Promise.race([six, enough])]);
    resolver.cancel();
    underWay.delete(resolver);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return found.length > 0 ? found : four;
  };
  return Object.assign(resolve, { cancel: () => underWay.forEach((resolver) => void resolver.cancel()) });
}

/** A CNAME whose target has no address is a successful answer. */
function some(addresses: readonly string[]): readonly string[] {
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses;
}

/** In the form that sockets require. */
export function lookedUp(addresses: readonly string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
