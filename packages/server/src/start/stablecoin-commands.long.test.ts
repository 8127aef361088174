import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Outcome, runProgram } from '../../test/server-process.ts';
import { type ReadyServer, serverProcesses } from '../../test/server-processes.ts';
import { credentials, tokenBody } from '../../test/stablecoins.ts';

const command = fileURLToPath(new URL('./operator-command.ts', import.meta.url));
const servers = serverProcesses();

const operator = (...words: string[]): Promise<Outcome> => runProgram(command, [...words, '--data', servers.folder]);

const done = async (...words: string[]): Promise<unknown> => {
  const { code, output, complaint } = await operator(...words, '--json');
  if (code !== 0) throw new Error(complaint);
  return JSON.parse(output);
};

async function post(server: ReadyServer, path: string, body: unknown, key: string) {
  const answer = await server.request('POST', path, body, { 'idempotency-key': key });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

async function register(server: ReadyServer, identifier: string): Promise<string> {
  return (await post(server, '/stablecoins', tokenBody(identifier), identifier)).id;
}

describe('the operator of stablecoins', () => {
  it('decides registrations, service operations and provider links while the server runs', async () => {
    const server = await servers.start();
    expect(await done('stablecoins')).toEqual({ stablecoins: 'none waiting' });
    const link = await post(server, '/stablecoin-provider-accounts', credentials(), 'link');
    // The sandbox refuses this one automatically, which an operator may still change. The other one stays in review.
    const [refused, inReview] = [await register(server, 'ACME006'), await register(server, 'EXD001')];
    await server.request('POST', `/stablecoins/${refused}/service-operations/enablement-request`);
    expect(await done('stablecoins')).toMatchObject({ [inReview]: expect.stringContaining('PENDING_REVIEW') });
    await server.request('POST', '/sandbox/clock/advance', { seconds: 10 });
    const read = async (id: string) => (await server.request('GET', `/stablecoins/${id}`)).body;
    expect(await read(refused)).toMatchObject({ serviceOperationsStatus: 'DISABLED' });

    expect(await operator('enable-stablecoin', '--id', refused)).toMatchObject({ code: 1 });
    await done('approve-stablecoin', '--id', refused);
    expect(await read(refused)).toMatchObject({ serviceOperationsStatus: 'ENABLING' });
    expect(await operator('enable-stablecoin', '--id', refused, '--currency', 'USDC')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('USDC'),
    });
    expect(await done('enable-stablecoin', '--id', refused, '--currency', 'ACMX')).toMatchObject({ currency: 'ACMX' });
    expect(await read(refused)).toMatchObject({ serviceOperationsStatus: 'ENABLED', currency: 'ACMX' });
    const { data } = (await server.request('GET', '/platform/internal-accounts')).body;
    const codes = data.map((account: { balance: { currency: { code: string } } }) => account.balance.currency.code);
    expect(codes).toContain('ACMX');
    await done('disable-stablecoin', '--id', refused);
    expect(await read(refused)).toMatchObject({ serviceOperationsStatus: 'DISABLED', currency: 'ACMX' });

    await done('reject-stablecoin', '--id', inReview);
    expect(await read(inReview)).toMatchObject({ issuanceStatus: 'REJECTED' });
    expect(await operator('reject-stablecoin', '--id', inReview)).toMatchObject({ code: 1 });
    expect(await done('revoke-provider-account', '--id', link.id)).toMatchObject({ status: 'REVOKED' });
    const { body } = await server.request('GET', `/stablecoin-provider-accounts/${link.id}`);
    expect(body).toMatchObject({ status: 'REVOKED' });
    expect(await operator('revoke-provider-account', '--id', link.id)).toMatchObject({ code: 1 });
  });

  it('gets exit status 2 without an id and 1 for an unknown one', async () => {
    await servers.start();
    expect(await operator('approve-stablecoin')).toMatchObject({ code: 2 });
    expect(await operator('approve-stablecoin', '--id', 'Stablecoin:0')).toMatchObject({ code: 1 });
  });
});
