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

oneEngine('the provider of a custodial wallet', (start) => {
  it.each(['Nobody Inc', 'Blocked Wallet', 'example exchange', 'Example Exchange '])(
    'is refused as %s, which the directory does not list, and nothing is registered',
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

  it('is accepted when the directory lists it, and replaces the proof of ownership', async () => {
    const server = await start();
    for (const { vaspName } of sandboxDirectory.vasps) {
      const customerId = await newCustomerId(server);
      const { status, body } = await server.request('POST', path, { ...keptBy(vaspName), customerId });
      expect([status, body.status, body.accountInfo.vaspName]).toEqual([201, 'ACTIVE', vaspName]);
    }
  });

  it('stays on its wallet after the directory removes it', async () => {
    const vasps = [...sandboxDirectory.vasps];
    const server = await start({ deps: { directory: { ...sandboxDirectory, vasps } } });
    const { body } = await server.request('POST', path, keptBy('Sample Custody'));
    vasps.length = 0;
    expect((await server.request('GET', `${path}/${body.id}`)).body).toEqual(body);
  });

  it('is refused with 501 in production without a directory', async () => {
    const { directory: _directory, ...others } = simulatedPorts(() => 'https://checks.example.com');
    const server = await start({ environment: 'PRODUCTION', production: others });
    const answer = await server.request('POST', path, keptBy('Example Exchange'));
    expect([answer.status, answer.body.details]).toEqual([501, { adapter: 'directory' }]);
    expect((await server.request('POST', path, sampleAccount('SOLANA_WALLET'))).status).toBe(201);
  });
});

const strict = { settings: { strictIdentifiers: true } };

oneEngine('a required bank name', (start) => {
  it.each(['Nonexistent Bank', 'Example Bank Philippines', 'example_bank_philippines', 'EXAMPLE_BANK_BANGLADESH'])(
    'is refused as %s, which is not a bank of the currency, and nothing is registered',
    async (bankName) => {
      const server = await start(strict);
      const agent = await newConnectedAgent(server, await newCustomerId(server));
      for (const [caller, at] of [
        [server, path],
        [server, '/platform/external-accounts'],
        [agent, '/agents/me/external-accounts'],
      ] as const) {
        const answer = await caller.request('POST', at, sampleAccount('PHP_ACCOUNT', { bankName }));
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
        expect(refusedFields(answer)).toEqual(['accountInfo.bankName']);
        expect(answer.body.details.errors[0].message).toContain('GET /discoveries');
      }
      expect((await server.request('GET', path)).body.data).toEqual([]);
    },
  );

  it('is not checked in a sandbox without strictIdentifiers', async () => {
    const any = sampleAccount('PHP_ACCOUNT', { bankName: 'Any Bank' });
    expect((await (await start()).request('POST', path, any)).status).toBe(201);
  });

  it('is not checked without a directory, without banks for its currency, or when optional', async () => {
    const elsewhere = sampleAccount('PHP_ACCOUNT', { bankName: 'Bank of the Islands' });
    const banks = sandboxDirectory.banks.filter(({ currency }) => currency !== 'PHP');
    const lacking = await start({ ...strict, deps: { directory: { ...sandboxDirectory, banks } } });
    expect((await lacking.request('POST', path, elsewhere)).status).toBe(201);
    const { directory: _directory, ...others } = simulatedPorts(() => 'https://checks.example.com');
    const production = await start({ environment: 'PRODUCTION', production: others });
    expect((await production.request('POST', path, elsewhere)).status).toBe(201);
    const free = sampleAccount('USD_ACCOUNT', { bankName: 'Any Bank' });
    expect((await (await start(strict)).request('POST', path, free)).status).toBe(201);
  });
});
