import type { StablecoinIssuer } from '../src/engines/stablecoin-provider/token-operations.ts';
import { createSandboxRules } from '../src/sandbox/adapters/sandbox-rules.ts';
import { createSandboxStablecoinProvider } from '../src/sandbox/adapters/sandbox-stablecoin-provider.ts';
import type { Start } from './each-engine.ts';
import type { Planted } from './planted-work.ts';
import { arrive, makeIssue, mint, readOperation } from './stablecoin-operations.ts';
import { linkProvider, readStablecoin, registerToken, requestEnablement, startRegistration } from './stablecoins.ts';

export async function plantStablecoinOperation(start: Start): Promise<Planted> {
  const issuer = createSandboxStablecoinProvider();
  let bad = '';
  const poll: typeof issuer.poll = (access, order, now) => {
    if (order.operationId === bad) throw new Error('the issuer does not answer');
    return issuer.poll(access, order, now);
  };
  const server = await start({ deps: { stablecoinProvider: { ...issuer, poll } } });
  const issue = await makeIssue(server);
  bad = (await mint(server, issue)).body.id;
  const good = (await mint(server, issue)).body.id;
  for (const id of [bad, good]) await arrive(server, id);
  const status = async () => (await readOperation(server, good)).status;
  return { server, id: bad, isOtherDone: async () => (await status()) === 'COMPLETED' };
}

/** A token whose provider cannot report its state, beside one that the provider links. */
export async function plantIssuance(start: Start): Promise<Planted> {
  const provider = createSandboxStablecoinProvider();
  const stablecoinProvider: StablecoinIssuer = {
    ...provider,
    pollIssuance: async (access, token, now) => {
      if (token.providerTokenIdentifier === 'BAD') throw new Error('the provider answers nonsense');
      return provider.pollIssuance(access, token, now);
    },
  };
  const server = await start({ deps: { stablecoinProvider } });
  await linkProvider(server);
  const [id, other] = [await startRegistration(server, 'BAD'), await startRegistration(server, 'EXD')];
  return {
    server,
    id,
    isOtherDone: async () => (await readStablecoin(server, other)).issuanceStatus !== 'PENDING_REVIEW',
  };
}

/** A request that cannot be answered, since its row has a status that no state table has. */
export async function plantEnablement(start: Start): Promise<Planted> {
  const rules = createSandboxRules({ strictIdentifiers: false });
  const server = await start({
    deps: {
      rules: {
        ...rules,
        enablementSteps: (identifier) => {
          if (identifier === 'BAD' && isPoisoned) throw new Error('nobody answers');
          return rules.enablementSteps(identifier);
        },
      },
    },
  });
  let isPoisoned = false;
  await linkProvider(server);
  const [id, other] = [await registerToken(server, 'BAD'), await registerToken(server, 'EXD')];
  for (const each of [id, other]) await requestEnablement(server, each);
  isPoisoned = true;
  const status = async () => (await readStablecoin(server, other)).serviceOperationsStatus;
  return { server, id, isOtherDone: async () => (await status()) !== 'PENDING_APPROVAL' };
}
