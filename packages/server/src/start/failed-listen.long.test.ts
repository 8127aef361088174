import { describe, expect, it } from 'vitest';
import { runServer } from '../../test/server-process.ts';
import { startedServers } from '../../test/started-servers.ts';
import { failListen, serverFlags } from './failed-listen.ts';

const servers = startedServers();

/** Errors as Node.js creates them: some need an ordinary user, and the tests may run as the administrator. */
function listenError(code: string): Error {
  return Object.assign(new Error(`listen ${code}: no 127.0.0.1:80`), { code, syscall: 'listen', port: 80 });
}

describe('a server that cannot listen', () => {
  it.each([
    ['300.1.1.1', /getaddrinfo .*300\.1\.1\.1: there is no such address or name\. .*--host/],
    ['198.51.100.7', /EADDRNOTAVAIL.*198\.51\.100\.7.*: the address is not one of this machine\. .*--host.*0\.0\.0\.0/],
  ])('refuses to start, in one line that names --host, when the host is %s', async (host, words) => {
    const line = await servers.refusal('', {}, '--host', host);
    expect(line).toMatch(words);
    expect(line.split('\n')).toHaveLength(1);
  });

  it('names --port when the port requires privileges', () => {
    expect(() => failListen(serverFlags)(listenError('EACCES'))).toThrow(
      'listen EACCES: no 127.0.0.1:80: this user may not listen on the port. Choose one from 1024 up with --port (PORT).',
    );
  });

  it('names --host and --port for any other listen error', () => {
    expect(() => failListen(serverFlags)(listenError('EAFNOSUPPORT'))).toThrow(/choose another place.*--host.*--port/);
  });

  it('names --metrics when the metrics address is unavailable', async () => {
    const server = runServer(['--memory', '--json', '--port', '0', '--metrics', '198.51.100.7:9464']);
    expect(await server.exited).toBe(1);
    expect(server.stderr()).toMatch(/^payments: .*EADDRNOTAVAIL.*--metrics \(PAYMENTS_METRICS\).*\n$/);
    expect(server.stderr()).not.toMatch(/--host|--port/);
  });

  it('rethrows an error that is not from listening', () => {
    const bug = new Error('a bug');
    expect(() => failListen(serverFlags)(bug)).toThrow(bug);
  });
});
