import { type LookupAddress, promises } from 'node:dns';
import { isIP } from 'node:net';

/** Resolves the host names of receivers. */
export interface ResolveName {
  /** Rejects if there is no address. */
  (hostname: string): Promise<readonly string[]>;
  /** Aborts running queries. */
  cancel?(): void;
}

/** For one query to one name server. Both tries end before the attempt does. */
const timeoutMs = 2_000;
const tries = 2;

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
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    underWay.delete(resolver);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    // A CNAME whose target has no address is a successful answer.
    throw four.status === 'rejected' ? four.reason : new Error(`${hostname} has no address`);
  };
  return Object.assign(resolve, { cancel: () => underWay.forEach((resolver) => void resolver.cancel()) });
}

/** In the form that sockets require. */
export function lookedUp(addresses: readonly string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
