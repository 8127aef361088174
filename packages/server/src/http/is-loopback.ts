import { BlockList, isIP, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach the server. A name counts as reachable by others. */
export function isLoopback(host: string): boolean {
  // A URL writes an IPv6 address in brackets.
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0) return address === 'localhost';
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
