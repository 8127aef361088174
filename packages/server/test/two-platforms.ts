import { createAskStrangers } from '../src/engines/outbox/ask-strangers.ts';
import type { RateSource } from '../src/engines/rates/rate-source.ts';
import type { AskProvider, ProviderAnswer, ProviderRequest } from '../src/engines/uma/ask-provider.ts';
import { createSandboxRates } from '../src/sandbox/adapters/sandbox-rates.ts';
import { createSandboxUma } from '../src/sandbox/adapters/sandbox-uma.ts';
import { createSandboxLightning } from '../src/sandbox/adapters/uma/sandbox-lightning.ts';
import type { Start } from './each-engine.ts';
import { makeSender } from './parties.ts';
import type { TestServer } from './test-server.ts';

/** A platform with a domain of its own, and a customer who pays and is paid there. */
export interface Side {
  readonly server: TestServer;
  readonly domain: string;
  readonly customerId: string;
  readonly address: string;
  readonly accounts: Readonly<Record<string, string>>;
}

/** A message between two platforms, as it was sent and answered. */
export interface Exchanged {
  readonly request: ProviderRequest;
  readonly answer: ProviderAnswer;
}

export interface Neighbours {
  readonly sides: readonly [Side, Side];
  readonly exchanged: Exchanged[];
  /** Changes the answers on their way from now on. */
  tamper(change: (exchanged: Exchanged) => ProviderAnswer): void;
  close(): Promise<void>;
}

/** Where the sides do not know the market of the sandbox. */
export type Markets = readonly [RateSource?, RateSource?] | readonly [undefined, RateSource];

/** Two servers that know each other by their domains and speak over HTTP; each may have a market of its own. */
export async function startNeighbours(
  start: Start,
  names: readonly [string, string],
  markets: Markets = [],
): Promise<Neighbours> {
  const places = new Map<string, URL>();
  const strangers = createAskStrangers({ peers: places });
  const exchanged: Exchanged[] = [];
  let change = ({ answer }: Exchanged): ProviderAnswer => answer;
  const ask: AskProvider = async (request) => {
    const answer = change({ request, answer: await strangers(request) });
    exchanged.push({ request, answer });
    return answer;
  };
  const peers = { has: (domain: string) => places.has(domain), ask };
  const open = async (domain: string, rates: RateSource = createSandboxRates()): Promise<Side> => {
    const uma = createSandboxUma(peers);
    const server = await start({ deps: { uma, lightning: createSandboxLightning(peers), rates } });
    places.set(domain, new URL(server.baseUrl));
    await server.request('PATCH', '/config', { umaDomain: domain });
    const { customerId, accounts } = await makeSender(server);
    const { body } = await server.request('GET', `/customers/${customerId}`);
    return { server, domain, customerId, accounts, address: body.umaAddress };
  };
  return {
    sides: [await open(names[0], markets[0]), await open(names[1], markets[1])],
    exchanged,
    tamper: (given) => {
      change = given;
    },
    close: () => strangers.close(),
  };
}
