import { createUntrustedFetch } from '../src/engines/outbox/untrusted-fetch.ts';
import type { RateSource } from '../src/engines/rates/rate-source.ts';
import type { FetchFromProvider, ProviderAnswer, ProviderRequest } from '../src/engines/uma/fetch-from-provider.ts';
import type { LightningNode } from '../src/engines/uma/lightning-node.ts';
import { secondMs } from '../src/ground/clock/instant.ts';
import { createSandboxRates } from '../src/sandbox/adapters/sandbox-rates.ts';
import { createSandboxUma } from '../src/sandbox/adapters/sandbox-uma.ts';
import { createSandboxLightning } from '../src/sandbox/adapters/uma/sandbox-lightning.ts';
import { expectStatus } from './caller.ts';
import type { Start } from './each-engine.ts';
import { makeSender } from './parties.ts';
import type { TestServer } from './test-server.ts';
import { lookUpAddress, umaQuoteBody } from './uma-payments.ts';

/** A platform with its own domain, and a customer who pays and is paid there. */
export interface Side {
  readonly server: TestServer;
  readonly customerId: string;
  readonly address: string;
  readonly accounts: Readonly<Record<string, string>>;
}

/** A message between two platforms: the request and the response. */
interface Exchanged {
  readonly request: ProviderRequest;
  readonly answer: ProviderAnswer;
}

export interface Neighbours {
  readonly sides: readonly [Side, Side];
  readonly exchanged: Exchanged[];
  close(): Promise<void>;
}

/** For sides that do not use the market of the sandbox. */
export type Markets = readonly [RateSource?, RateSource?] | readonly [undefined, RateSource];

interface Differences {
  readonly markets?: Markets;
  /** Changes the node of each side. */
  readonly adapt?: ((node: LightningNode) => LightningNode) | undefined;
}

/** Two servers that know each other by their domains and communicate over HTTP. */
export async function startNeighbours(
  start: Start,
  names: readonly [string, string],
  { markets = [], adapt = (node) => node }: Differences = {},
): Promise<Neighbours> {
  const places = new Map<string, URL>();
  const strangers = createUntrustedFetch({ peers: places });
  const exchanged: Exchanged[] = [];
  const ask: FetchFromProvider = async (request) => {
    const answer = await strangers(request);
    exchanged.push({ request, answer });
    return answer;
  };
  const peers = { has: (domain: string) => places.has(domain), ask };
  const open = async (domain: string, rates: RateSource = createSandboxRates()): Promise<Side> => {
    const uma = createSandboxUma(peers);
    const server = await start({ deps: { uma, lightning: adapt(createSandboxLightning(peers)), rates } });
    places.set(domain, new URL(server.baseUrl));
    await server.request('PATCH', '/config', { umaDomain: domain });
    const { customerId, accounts } = await makeSender(server);
    const { body } = await server.request('GET', `/customers/${customerId}`);
    return { server, customerId, accounts, address: body.umaAddress };
  };
  return {
    sides: [await open(names[0], markets[0]), await open(names[1], markets[1])],
    exchanged,
    close: () => strangers.close(),
  };
}

/** Quotes and executes. Returns the payer's transaction. */
export async function pay(from: Side, to: Side, amount: number): Promise<string> {
  const lookupId = await lookUpAddress(from.server, from.customerId, to.address);
  const body = umaQuoteBody({ from: from.accounts['USD'] ?? '', address: to.address, lookupId, amount });
  const answer = await from.server.request('POST', '/quotes', { ...body, immediatelyExecute: true });
  return expectStatus(answer, 201).transactionId;
}

/** Advances the time of both sides, second by second. */
export async function wait(sides: readonly Side[], seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) for (const { server } of sides) await server.advance(secondMs);
}

/** The incoming payment from an address. */
async function arrivedFrom({ server }: Side, sender: string): Promise<{ id: string; status: string } | undefined> {
  const { body } = await server.request('GET', '/transactions?type=INCOMING');
  return body.data.find(({ source }: { source: { umaAddress?: string } }) => source.umaAddress === sender);
}

/** The payment has arrived and waits for the platform. */
export async function comeIn(sides: readonly [Side, Side], from: Side, to: Side): Promise<string> {
  for (let tries = 0; tries < 12; tries += 1) {
    const found = await arrivedFrom(to, from.address);
    if (found?.status === 'PENDING') return found.id;
    await wait(sides, 1);
  }
  throw new Error('no payment has arrived');
}
