import { BlockList, isIP } from 'node:net';

/** Addresses and networks, such as `10.0.0.5` and `fd00::/8`, divided by commas; `undefined` where one is neither. */
export function readTrustedProxies(text: string): BlockList | undefined {
  const proxies = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', length, ...others] = entry.split('/');
    const family = familyOf(address);
    if (family === undefined || others.length > 0) return undefined;
    const bits = length === undefined ? bitsOf[family] : prefixLength(length);
    // A network of everybody would believe everybody.
    if (bits < 1 || bits > bitsOf[family]) return undefined;
    proxies.addSubnet(address, bits, family);
  }
  return proxies;
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const;

function prefixLength(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : -1;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

/**
 * The address that a request comes from: of the connection, or what a trusted proxy says in X-Forwarded-For about the one
 * before it. Each proxy adds its caller at the end, so what a caller has written there itself is never reached.
 */
export function callerAddress(peer: string, forwardedFor: string | readonly string[] | undefined, proxies: BlockList) {
  if (forwardedFor === undefined) return peer;
  const hops = [forwardedFor].flat().join(',').split(',');
  let address = peer;
  for (const hop of hops.toReversed()) {
    const before = isTrusted(proxies, address) ? addressIn(hop) : undefined;
    if (before === undefined) return address;
    address = before;
  }
  return address;
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && proxies.check(address, family);
}

/** Some proxies add the port: that is no part of who calls, and would make each connection a caller of its own. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return familyOf(bare) === undefined ? undefined : bare;
}
