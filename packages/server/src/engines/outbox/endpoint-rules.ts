import ipaddr from 'ipaddr.js';

const longestEndpoint = 2048;
const httpsPort = 443;
const lowestUnprivilegedPort = 1024;

/** Hosts on which a local sandbox accepts an endpoint, in the form `URL` gives them. */
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const loopbackAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);

/**
 * Suffixes that no public name has: names of one machine or of a private network (RFC 6761, RFC 6762, RFC 8375 and
 * common practice).
 */
const privateEndings = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
] as const;

/** The only range of addresses for hosts on the public internet (RFC 4291 section 2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Why an address cannot receive webhooks, as a sentence for the integrator; `undefined` if it can. A name may still
 * resolve to a forbidden address, so the sender calls `isAllowedAddress` for each connection.
 */
export function refuseEndpoint(endpoint: string, allowsLoopback: boolean): string | undefined {
  if (endpoint.length > longestEndpoint) return `The address is longer than ${longestEndpoint} characters.`;
  // The parser drops line breaks and turns backslashes into slashes, but the registered address must be the called one.
  if (/[\s\\\p{Cc}]/u.test(endpoint)) return 'The address has a space, a control character or a backslash.';
  const url = URL.parse(endpoint);
  const isComplete = /^https?:\/\/[^/]/i.test(endpoint);
  if (url === null || !isComplete) return 'The address does not start with https:// and a host.';
  if (/^[^/]*\/\/[^/?#]*@/.test(endpoint)) return 'The address has a user name or a password.';
  if (allowsLoopback && isLoopback(url)) return undefined;
  if (url.protocol !== 'https:') return 'The address does not start with https://.';
  return refusePort(url.port) ?? refuseHost(url.hostname);
}

/** Whether a connection may go to this address, in the notation of the resolver or the socket. */
export function isAllowedAddress(address: string, allowsLoopback: boolean): boolean {
  if (allowsLoopback && loopbackAddresses.has(address)) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // ipaddr.js classifies some blocks outside 2000::/3 as unicast, including the IPv4-compatible ::/96.
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

function isLoopback(url: URL): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && loopbackHosts.has(url.hostname);
}

/** Allows the default port, which `URL` omits, and ports that system services do not use. */
function refusePort(port: string): string | undefined {
  if (port === '' || Number.parseInt(port, 10) >= lowestUnprivilegedPort) return undefined;
  return `The port must be ${httpsPort}, or ${lowestUnprivilegedPort} or above.`;
}

function refuseHost(hostname: string): string | undefined {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (ipaddr.isValid(literal)) {
    return isAllowedAddress(literal, false) ? undefined : 'The address is a private or reserved IP address.';
  }
  const name = hostname.replace(/\.$/, '');
  const isPrivate = privateEndings.some((ending) => name === ending || name.endsWith(`.${ending}`));
  const isWhole = name.includes('.') && !name.split('.').includes('');
  return isWhole && !isPrivate ? undefined : 'The host name is not a name of the public internet.';
}
