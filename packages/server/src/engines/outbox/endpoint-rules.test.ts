import { describe, expect, it } from 'vitest';
import { isAllowedAddress, refuseEndpoint } from './endpoint-rules.ts';

const publicEndpoints = [
  'https://example.com/webhooks',
  'https://hooks.example.com:8443/a?b=c',
  'https://example.com:443/',
  'https://example.com./webhooks',
  'https://xn--bcher-kva.example.com/',
  'https://bücher.example.com/',
  'https://example.com/path@with-at',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/webhooks',
];

const forbiddenHosts = [
  // this network, loopback
  '0.0.0.0',
  '0.1.2.3',
  '127.0.0.1',
  '127.255.255.254',
  // private
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  // carrier-grade NAT, link-local with the metadata service of clouds
  '100.64.0.1',
  '100.127.255.255',
  '169.254.0.1',
  '169.254.169.254',
  // protocol assignments, documentation, benchmarks, relays
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '192.175.48.1',
  '192.31.196.1',
  '192.52.193.1',
  // multicast, reserved, broadcast
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // other notations of IPv4
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.1',
  '10.1',
  '0xa9fea9fe',
  '0',
  '127.0.0.1.',
  '127。0。0。1',
  '１２７.0.0.1',
  // IPv6
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[fc00::1]',
  '[fdff:ffff::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  // IPv6 that carries IPv4: mapped, compatible, translated, NAT64, 6to4, Teredo
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:8.8.8.8]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[::8.8.8.8]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  // names of one machine or one network
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'localhost.localdomain',
  'printer.local',
  'metadata.google.internal',
  'wiki.intranet',
  'nas.home',
  'router.lan',
  'nas.home.arpa',
  'db.corp',
  'db.private',
  'payments',
  'payments.',
  'ｌｏｃａｌｈｏｓｔ',
];

const malformed = [
  'http://example.com/webhooks',
  'ftp://example.com/webhooks',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'example.com/webhooks',
  '//example.com/webhooks',
  'https:example.com',
  'https:///example.com',
  'https://',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://@example.com/',
  'https://example.com@127.0.0.1/',
  'https://exa mple.com/',
  'https://example.com/\nhost: x',
  'https://example.com\t/',
  'https://example.com\\@127.0.0.1/',
  'https://example..com/',
  'https://example.com../',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:80/',
  'https://example.com:99999/',
  'https://[::1',
  'https://[fe80::1%25eth0]/',
  `https://example.com/${'a'.repeat(2029)}`,
];

describe('a webhook endpoint', () => {
  it.each(publicEndpoints)('is accepted as %s', (endpoint) => {
    expect(refuseEndpoint(endpoint, false)).toBeUndefined();
    expect(refuseEndpoint(endpoint, true)).toBeUndefined();
  });

  it.each(forbiddenHosts)('is refused on the host %s', (host) => {
    expect(refuseEndpoint(`https://${host}/webhooks`, false)).toMatch(/^The .*\.$/);
    expect(refuseEndpoint(`https://${host}:8443/webhooks`, false)).toMatch(/^The .*\.$/);
    expect(refuseEndpoint(`http://${host}/webhooks`, false)).toMatch(/^The .*\.$/);
  });

  it.each(malformed)('is refused as %j', (endpoint) => {
    expect(refuseEndpoint(endpoint, false)).toMatch(/^The .*\.$/);
    expect(refuseEndpoint(endpoint, true)).toMatch(/^The .*\.$/);
  });

  it('has at most 2048 characters', () => {
    const endpoint = `https://example.com/${'a'.repeat(2028)}`;
    expect(endpoint).toHaveLength(2048);
    expect(refuseEndpoint(endpoint, false)).toBeUndefined();
    expect(refuseEndpoint(`${endpoint}a`, false)).toMatch('longer than 2048');
  });
});

describe('a local sandbox', () => {
  it.each(['http://127.0.0.1:4030/webhooks', 'http://localhost:80/', 'http://[::1]:4030/', 'https://localhost:4030/'])(
    'accepts %s, which a deployed one refuses',
    (endpoint) => {
      expect(refuseEndpoint(endpoint, true)).toBeUndefined();
      expect(refuseEndpoint(endpoint, false)).toBeDefined();
    },
  );

  it.each([
    'http://127.0.0.2/',
    'http://10.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost.:80/',
    'http://a.localhost/',
    'http://0.0.0.0/',
  ])('refuses %s as well', (endpoint) => {
    expect(refuseEndpoint(endpoint, true)).toBeDefined();
  });
});

describe('a connection', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:800::200e'])('is allowed to %s', (address) => {
    expect(isAllowedAddress(address, false)).toBe(true);
  });

  it.each(['127.0.0.1', '::1'])('is allowed to %s from a local sandbox only', (address) => {
    expect(isAllowedAddress(address, true)).toBe(true);
    expect(isAllowedAddress(address, false)).toBe(false);
  });

  it.each([
    '127.0.0.2',
    '10.0.0.1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '::',
    'fe80::1%eth0',
    'fd00::1',
    '64:ff9b::7f00:1',
    '',
    'example.com',
    '0x7f.1',
  ])('is refused to %j', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false);
    expect(isAllowedAddress(address, true)).toBe(false);
  });
});
