import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startedServers } from '../../../server/test/started-servers.ts';
import { openTerminal, type Printed } from '../../test/terminal.ts';

const servers = startedServers();

const type = (...words: string[]): Promise<Printed> => openTerminal({ folder: servers.folder }).type(words);

it('verify finds no breach, and operator creates a platform', async () => {
  const server = await servers.start('.data');
  await server.stop();
  const data = join(servers.folder, '.data');
  const verified = await type('verify', '--data', data, '--json');
  expect([verified.code, JSON.parse(verified.output)]).toMatchObject([0, { breaches: 0 }]);
  expect((await type('verify', '--data', data)).output).toContain(' 0 broken.');
  expect((await type('operator', '--help')).output).toContain('create-platform');
  expect(await type('operator', 'create-platform', '--colour', '--data', data)).toMatchObject({
    code: 2,
    complaints: expect.stringContaining("Unknown option '--colour'"),
  });
  const made = await type(
    'operator',
    'create-platform',
    '--platform',
    'second',
    '--currency',
    'USD',
    '--json',
    '--data',
    data,
  );
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/^\{.*"second"/) });
});

it('verify exits with 2 when there is no database', async () => {
  expect(await type('verify', '--data', join(servers.folder, 'none'))).toMatchObject({
    code: 2,
    complaints: expect.stringContaining('There is no database'),
  });
});
