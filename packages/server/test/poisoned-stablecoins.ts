import { createSandboxStablecoinProvider } from '../src/sandbox/adapters/sandbox-stablecoin-provider.ts';
import type { Start } from './each-engine.ts';
import type { Planted } from './planted-work.ts';
import { arrive, makeIssue, mint, readOperation } from './stablecoin-operations.ts';

export async function plantStablecoinOperation(start: Start): Promise<Planted> {
  const issuer = createSandboxStablecoinProvider();
  let bad = '';
  const look: typeof issuer.look = (access, order, now) => {
    if (order.operationId === bad) throw new Error('the issuer does not answer');
    return issuer.look(access, order, now);
  };
  const server = await start({ deps: { stablecoinProvider: { ...issuer, look } } });
  const issue = await makeIssue(server);
  bad = (await mint(server, issue)).body.id;
  const good = (await mint(server, issue)).body.id;
  for (const id of [bad, good]) await arrive(server, id);
  const status = async () => (await readOperation(server, good)).status;
  return { server, id: bad, isOtherDone: async () => (await status()) === 'COMPLETED' };
}
