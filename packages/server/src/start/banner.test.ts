import { describe, expect, it } from 'vitest';
import { banner } from './banner.ts';
import { readOptions, type StartOptions } from './options.ts';
import type { RunningServer } from './start-server.ts';

const server: RunningServer = {
  baseUrl: 'http://127.0.0.1:4020/2025-10-13',
  docsUrl: 'http://127.0.0.1:4020/docs/',
  platform: { tokenId: 'an-id', tokenSecret: 'a-secret', webhookPublicKey: 'a-key' },
  deployment: { mode: 'local', because: 'nobody else reaches it' },
  drain: async () => undefined,
  stop: async () => undefined,
};

function optionsOf(...flags: string[]): StartOptions {
  const options = readOptions(flags, {});
  if (options === 'HELP') throw new Error('help was not asked for');
  return options;
}

describe('the banner', () => {
  it('shows the token secret on a terminal, with a curl command', () => {
    const text = banner(server, optionsOf(), true);
    expect(text).toContain('Token secret  a-secret');
    expect(text).toContain('curl -u an-id:a-secret');
  });

  it('omits the token secret when output is not a terminal, and says where it is stored', () => {
    const text = banner(server, optionsOf('--data', 'place'), false);
    expect(text).not.toContain('a-secret');
    expect(text).toContain('place/credentials.json');
    expect(banner(server, optionsOf('--memory'), false)).toContain('--json');
  });

  it('names the documentation only when its pages exist', () => {
    expect(banner(server, optionsOf(), false)).toContain('Docs          http://127.0.0.1:4020/docs/');
    expect(banner({ ...server, docsUrl: null }, optionsOf(), false)).not.toContain('Docs');
  });

  it('warns that no proxy is trusted when --public-url is set without --trusted-proxies', () => {
    const behind = ['--public-url', 'https://pay.example.com'];
    expect(banner(server, optionsOf(...behind), false)).toContain('none trusted');
    expect(banner(server, optionsOf(...behind, '--trusted-proxies', '10.0.0.1'), false)).not.toContain('none trusted');
    expect(banner(server, optionsOf(), false)).not.toContain('none trusted');
  });

  it('warns that customer links lead to this machine when deployed without --public-url', () => {
    const deployment = { mode: 'deployed', because: 'others can reach it' } as const;
    const deployed = { ...server, deployment };
    const hint = 'lead to http://127.0.0.1:4020, which only this machine opens (--public-url)';
    expect(banner(deployed, optionsOf('--host', '0.0.0.0'), false)).toContain(hint);
    const onAll = { ...deployed, baseUrl: 'http://[::]:4020/2025-10-13' };
    expect(banner(onAll, optionsOf('--host', '::'), false)).toContain('lead to http://[::]:4020');
    expect(banner(server, optionsOf(), false)).not.toContain('Links');
    for (const [running, flags] of [
      [deployed, ['--public-url', 'https://pay.example.com']],
      [{ ...deployed, baseUrl: 'http://10.0.0.5:4020/2025-10-13' }, ['--host', '10.0.0.5']],
    ] as const)
      expect(banner(running, optionsOf(...flags), false)).not.toContain('Links');
  });

  it('says that requests and webhooks are shown, except with --quiet', () => {
    expect(banner(server, optionsOf(), false)).toContain('Requests and webhooks are shown from here on');
    expect(banner(server, optionsOf('--quiet'), false)).not.toContain('from here on');
  });

  it('says whether the data is kept after the server stops', () => {
    expect(banner(server, optionsOf('--data', 'place'), false)).toContain('Ctrl-C stops it; the data stays.');
    expect(banner(server, optionsOf('--memory'), false)).toContain('Ctrl-C stops it; the data ends with it.');
  });
});
