import { isIPv6, SocketAddress } from 'node:net';

/**
 * A network owns the first 64 bits of an IPv6 address and may use any of the remaining bits. Returns those 64 bits, or
 * the whole IPv4 address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone] = address.split('%');
  const canonical = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = [], after = []] = canonical
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
