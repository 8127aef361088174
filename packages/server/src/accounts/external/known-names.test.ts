import { expect, it } from 'vitest';
import { newConnectedAgent } from '../../../test/agents.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import { simulatedPorts } from '../../../test/test-server.ts';
import { sandboxDirectory } from '../../sandbox/adapters/sandbox-directory.ts';

const path = '/customers/external-accounts';

const keptBy = (vaspName: string): object => ({
  ...sampleAccount('SOLANA_WALLET', { vaspName }),
  ownershipType: 'FIRST_PARTY',
});

oneEngine('the provider that keeps a wallet', (start) => {
  it.each(['Nobody Inc', 'Blocked Wallet', 'example exchange', 'Example Exchange '])(
    'is refused as %s, which no directory lists, and nothing is registered',
    async (vaspName) => {
      const server = await start();
      const agent = await newConnectedAgent(server, await newCustomerId(server));
      for (const [caller, at] of [
        [server, path],
        [server, '/platform/external-accounts'],
        [agent, '/agents/me/external-accounts'],
      ] as const) {
        const answer = await caller.request('POST', at, keptBy(vaspName));
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
        expect(refusedFields(answer)).toEqual(['accountInfo.vaspName']);
        expect(answer.body.details.errors[0].message).toContain('GET /vasps');
      }
      expect((await server.request('GET', path)).body.data).toEqual([]);
      expect((await server.request('GET', '/platform/external-accounts')).body.data).toEqual([]);
    },
  );

  it('is any that the directory lists, and lifts the proof of ownership', async () => {
    const server = await start();
    for (const { vaspName } of sandboxDirectory.vasps) {
      const customerId = await newCustomerId(server);
      const { status, body } = await server.request('POST', path, { ...keptBy(vaspName), customerId });
      expect([status, body.status, body.accountInfo.vaspName]).toEqual([201, 'ACTIVE', vaspName]);
    }
  });

  it('stays with a wallet when the directory drops it', async () => {
    const vasps = [...sandboxDirectory.vasps];
    const server = await start({ deps: { directory: { ...sandboxDirectory, vasps } } });
    const { body } = await server.request('POST', path, keptBy('Sample Custody'));
    vasps.length = 0;
    expect((await server.request('GET', `${path}/${body.id}`)).body).toEqual(body);
  });

  it('is not believed where production has no directory', async () => {
    const { directory: _directory, ...others } = simulatedPorts(() => 'https://checks.example.com');
    const server = await start({ environment: 'PRODUCTION', production: others });
    const answer = await server.request('POST', path, keptBy('Example Exchange'));
    expect([answer.status, answer.body.details]).toEqual([501, { adapter: 'directory' }]);
    expect((await server.request('POST', path, sampleAccount('SOLANA_WALLET'))).status).toBe(201);
  });
});
