import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the flags of the server', () => {
  it('names what does the work of a flag that is gone', () => {
    expect(() => readOptions(['--movable-clock'], {})).toThrow('a clock of its own now');
  });

  it('takes proxies by address and network, and believes nobody otherwise', () => {
    const proxiesOf = (flags: string[], environment = {}): number => {
      const options = readOptions(flags, environment);
      if (options === 'HELP') throw new Error('help was not asked for');
      return options.trustedProxies.rules.length;
    };
    expect(proxiesOf([])).toBe(0);
    expect(proxiesOf(['--trusted-proxies', '10.0.0.0/8,fd00::1'])).toBe(2);
    expect(proxiesOf([], { PAYMENTS_TRUSTED_PROXIES: '10.0.0.1' })).toBe(1);
    expect(() => proxiesOf(['--trusted-proxies', 'nginx'])).toThrow('addresses and networks such as');
  });

  it('takes peers of UMA on this machine, and only where it is local itself', () => {
    const peer = ['--uma-peer', 'south.example=http://127.0.0.1:4021'];
    const options = readOptions(peer, {});
    if (options === 'HELP') throw new Error('help was asked for');
    expect([...options.umaPeers]).toEqual([['south.example', new URL('http://127.0.0.1:4021')]]);
    for (const place of [
      'south.example',
      'south.example=https://203.0.113.7',
      'south=http://127.0.0.1:1',
      'a.b=http://x',
    ])
      expect(() => readOptions(['--uma-peer', place], {})).toThrow('its place on this machine');
    expect(() => readOptions([...peer, '--host', '0.0.0.0'], {})).toThrow('for a local server');
  });

  it('refuses a flag that it does not know, and says where the others are', () => {
    expect(() => readOptions(['--colour'], {})).toThrow("Unknown option '--colour'. --help shows the flags.");
  });
});
