import { describe, expect, it } from 'vitest';
import { readOptions, type StartOptions } from './options.ts';
import { helpOf } from './start-help.ts';

/** The variables that are on or off, and the option that each sets. */
const switches = [
  ['PAYMENTS_MEMORY', (options) => options.dataFolder === null],
  ['PAYMENTS_REQUIRE_PAPERWORK', (options) => options.requiresPaperwork],
  ['PAYMENTS_STRICT_IDENTIFIERS', (options) => options.strictIdentifiers],
  ['PAYMENTS_STRICT_REQUESTS', (options) => options.refusesUnknownFields],
  ['PAYMENTS_QUIET', (options) => options.isQuiet],
] as const satisfies readonly (readonly [string, (options: StartOptions) => boolean])[];

describe.each(switches)('the variable %s', (name, isOn) => {
  const setBy = (text: string | undefined): boolean => {
    const options = readOptions([], { [name]: text });
    if (options === 'HELP') throw new Error('help was not asked for');
    return isOn(options);
  };

  it('accepts 1, true, yes, on and 0, false, no, off, in any case', () => {
    for (const text of ['1', 'true', 'TRUE', 'Yes', 'on', ' on ']) expect([text, setBy(text)]).toEqual([text, true]);
    for (const text of ['0', 'false', 'No', 'OFF', '', undefined]) expect([text, setBy(text)]).toEqual([text, false]);
  });

  it.each(['2', 'y', 'enabled', 'constructor'])('is refused by name, with the accepted values, as %s', (text) => {
    expect(() => setBy(text)).toThrow(
      `${name} takes 1, true, yes or on, or 0, false, no, off or nothing, not "${text}".`,
    );
  });

  it('is listed in the help of the server', () => {
    expect(helpOf('payments-sandbox')).toContain(`${name}=1`);
  });
});

describe('the flags of the server', () => {
  it('explain the removed flag --movable-clock', () => {
    expect(() => readOptions(['--movable-clock'], {})).toThrow('now has its own clock');
  });

  it('treat empty variables as unset, and refuse empty flags', () => {
    const names = ['HOST', 'CARD_LIMIT', 'DATA', 'RATES', 'METRICS', 'LOG', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'DRAIN'];
    const empty = Object.fromEntries(
      ['PORT', 'DATABASE_URL', ...names.map((name) => `PAYMENTS_${name}`)].map((name) => [name, '']),
    );
    expect(readOptions([], empty)).toEqual(readOptions([], {}));
    expect(() => readOptions(['--host', ''], {})).toThrow('--host takes an address');
    expect(() => readOptions(['--port', ''], {})).toThrow('--port takes a whole number');
    expect(readOptions(['--host', '[::1]'], {})).toMatchObject({ host: '::1' });
  });

  it('accept trusted proxies by address and network, and trust none by default', () => {
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

  it('accept UMA peers on this machine only, and on a local server only', () => {
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
      expect(() => readOptions(['--uma-peer', place], {})).toThrow('its address on this machine');
    expect(() => readOptions([...peer, '--host', '0.0.0.0'], {})).toThrow('for a local server');
  });

  it('show request lines by default, and with --json only when --log is given', () => {
    const linesOf = (flags: string[], environment = {}): unknown => {
      const options = readOptions(flags, environment);
      if (options === 'HELP') throw new Error('help was not asked for');
      return options.isQuiet ? 'none' : options.log;
    };
    expect([linesOf([]), linesOf(['--json']), linesOf(['--quiet'])]).toEqual(['text', 'none', 'none']);
    expect([linesOf(['--log', 'json']), linesOf(['--json', '--log', 'json'])]).toEqual(['json', 'json']);
    expect([linesOf([], { PAYMENTS_LOG: 'json' }), linesOf([], { PAYMENTS_QUIET: '1' })]).toEqual(['json', 'none']);
    expect(() => linesOf(['--log', 'xml'])).toThrow('--log takes text or json, not "xml".');
  });

  it('accept an address for metrics and one for traces', () => {
    const watchedAt = (flags: string[], environment = {}): unknown => {
      const options = readOptions(flags, environment);
      if (options === 'HELP') throw new Error('help was not asked for');
      return [options.metrics, options.traces];
    };
    expect(watchedAt([])).toEqual(['LOCAL', null]);
    expect(watchedAt(['--metrics', '9464'])).toEqual([{ host: '127.0.0.1', port: 9464 }, null]);
    expect(watchedAt(['--metrics', '[::1]:9464'])).toEqual([{ host: '::1', port: 9464 }, null]);
    expect(watchedAt([], { PAYMENTS_METRICS: 'off' })).toEqual(['OFF', null]);
    for (const place of ['here', ':9464', '127.0.0.1', '127.0.0.1:99999'])
      expect(() => watchedAt(['--metrics', place])).toThrow('--metrics takes an address');
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
    const traces = { url: 'http://127.0.0.1:4318/v1/traces', serviceName: 'payments', ratio: 1 };
    expect(watchedAt([], collector)).toEqual(['LOCAL', traces]);
    expect(() => watchedAt([], { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('takes an address');
    expect(() => watchedAt([], { ...collector, OTEL_TRACES_SAMPLER_ARG: 'all' })).toThrow('a number from 0 to 1');
  });

  it('size the connection pool by number of processes or of connections', () => {
    const sizeOf = (flags: string[], environment = {}): unknown => {
      const options = readOptions(flags, environment);
      if (options === 'HELP') throw new Error('help was not asked for');
      return options.poolSize;
    };
    expect([sizeOf([]), sizeOf(['--processes', '9'])]).toEqual([{ processes: 4 }, { processes: 9 }]);
    expect(sizeOf(['--processes', '9'], { PAYMENTS_CONNECTIONS: '24' })).toEqual({ connections: 24 });
    expect(() => sizeOf(['--connections', '3'])).toThrow('--connections takes a whole number from 4 to 1000, not "3".');
    expect(() => sizeOf(['--processes', 'many'])).toThrow('--processes takes a whole number from 1 to 1000');
  });

  it('accepts only an https address without credentials for --rates', () => {
    expect(readOptions(['--rates', 'https://rates.example/today'], {})).toMatchObject({
      rates: new URL('https://rates.example/today'),
    });
    for (const place of ['http://rates.example/', 'ftp://rates.example/', 'https://me:secret@rates.example/'])
      expect(() => readOptions(['--rates', place], {})).toThrow('takes a file or an https:// address');
  });

  it('refuse an unknown flag and point to --help', () => {
    expect(() => readOptions(['--colour'], {})).toThrow("Unknown option '--colour'. --help shows the flags.");
  });
});
