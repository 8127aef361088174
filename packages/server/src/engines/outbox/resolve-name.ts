import { type LookupAddress, promises } from 'node:dns';
import { isIP } from 'node:net';

/** Finds the addresses of receivers. */
export interface ResolveName {
  /** Rejects when there is none. */
  (hostname: string): Promise<readonly string[]>;
  /** Breaks off what is under way. */
  cancel?(): void;
}

/** Of one query to one name server; both of its tries end before the attempt does. */
const timeoutMs = 2_000;
const tries = 2;

/**
 * Asks the name servers itself. The look-up of the system waits in one of the few threads that every look-up of this
 * process shares, files too: a handful of names whose servers do not answer would hold up everybody's webhooks.
 * The system's own names are not resolved: an endpoint is on the public internet or on this machine.
 */
export function createResolveName(nameServers?: readonly string[]): ResolveName {
  const resolver = new promises.Resolver({ timeout: timeoutMs, tries });
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const resolve = async (hostname: string): Promise<readonly string[]> => {
    if (hostname === 'localhost') return ['127.0.0.1', '::1'];
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
  return Object.assign(resolve, { cancel: () => resolver.cancel() });
}

/** In the form that sockets take. */
export function lookedUp(addresses: readonly string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
