import { BlockList, isIP } from 'node:net';

/**
 * Parses addresses and networks, such as `10.0.0.5` and `fd00::/8`, separated by commas; `undefined` if one is neither.
 */
export function readTrustedProxies(text: string): BlockList | undefined {
  const proxies = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', length, ...others] = entry.split('/');
    const family = familyOf(address);
    if (family === undefined || others.length > 0) return undefined;
    const bits = length === undefined ? bitsOf[family] : prefixLength(length);
    // A network with every address would trust every sender.
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
 * The address of the sender: that of the connection, or the one that a trusted proxy reports in X-Forwarded-For. Each
 * proxy appends its sender, so an entry that a caller has written itself is never reached.
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

/** Some proxies append the port, which would make each connection a separate caller. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return familyOf(bare) === undefined ? undefined : bare;
}
