import { setTimeout as delay } from 'node:timers/promises';
import { type Caller, createCaller } from '../../../server/test/caller.ts';
import { balanceOf, makeSender } from '../../../server/test/parties.ts';
import { launchSandbox, type SandboxProcess } from '../sandbox/launch-sandbox.ts';
import { type Message, type MessageProxy, openMessageProxy } from './message-proxy.ts';

export interface PayingOptions {
  /** A folder for the data of both. */
  readonly folder: string;
  readonly onMessage: (message: Message) => void;
  /** Called for each step with a sentence. */
  readonly say: (line: string) => void;
}

/** The result of a payment. */
export interface Paid {
  readonly from: string;
  readonly to: string;
  readonly outgoing: string;
  readonly incoming: string;
  readonly arrivedMinor: number;
}

interface Platform {
  readonly domain: string;
  readonly caller: Caller;
  readonly customerId: string;
  readonly address: string;
  readonly accountId: string;
}

interface Customer {
  readonly domain: string;
  readonly name: string;
  readonly fullName: string;
}

const ada: Customer = { domain: 'north.example', name: 'ada', fullName: 'Ada Lovelace' };
const grace: Customer = { domain: 'south.example', name: 'grace', fullName: 'Grace Hopper' };
const amount = 2_500;

/** Starts two servers, onboards a platform and a customer at each, and lets them pay each other. */
export async function payEachOther({ folder, onMessage, say }: PayingOptions): Promise<Paid[]> {
  const [north, south] = [await openMessageProxy(onMessage), await openMessageProxy(onMessage)];
  const started: SandboxProcess[] = [];
  const start = async (
    customer: Customer,
    own: MessageProxy,
    peer: readonly [Customer, MessageProxy],
  ): Promise<Platform> => {
    const flags = ['--uma-peer', `${peer[0].domain}=${peer[1].url}`];
    const sandbox = await launchSandbox({ dataFolder: `${folder}/${customer.name}`, port: 0, flags });
    started.push(sandbox);
    own.serve(sandbox.baseUrl);
    return onboard(customer, createCaller(sandbox), say);
  };
  try {
    const one = await start(ada, north, [grace, south]);
    const other = await start(grace, south, [ada, north]);
    return [await pay(one, other, say), await pay(other, one, say)];
  } finally {
    for (const sandbox of started) await sandbox.stop();
    await Promise.all([north.close(), south.close()]);
  }
}

async function onboard(
  { domain, name, fullName }: Customer,
  caller: Caller,
  say: PayingOptions['say'],
): Promise<Platform> {
  await caller.request('PATCH', '/config', { umaDomain: domain });
  const umaAddress = `$${name}@${domain}`;
  const { customerId, accounts } = await makeSender(caller, 'USD', 1_000_000, { umaAddress, fullName });
  say(`${domain} serves ${umaAddress}.`);
  return { domain, caller, customerId, address: umaAddress, accountId: accounts['USD'] ?? '' };
}

async function pay(from: Platform, to: Platform, say: PayingOptions['say']): Promise<Paid> {
  say(`\n${from.domain} pays ${amount / 100} USD to ${to.address}.\n`);
  const before = await balanceOf(to.caller, to.accountId);
  const path = `/receiver/uma/${encodeURIComponent(to.address)}?customerId=${from.customerId}`;
  const { body: lookup } = await must(from.caller.request('GET', path), 200);
  const quote = {
    lookupId: lookup.lookupId,
    source: { sourceType: 'ACCOUNT', accountId: from.accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: to.address },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: amount,
    immediatelyExecute: true,
  };
  const { body: quoted } = await must(from.caller.request('POST', '/quotes', quote), 201);
  const incoming = await until(async () => {
    const { body } = await to.caller.request('GET', '/transactions?type=INCOMING&status=PENDING');
    return body.data.find(({ source }: { source: { umaAddress?: string } }) => source.umaAddress === from.address);
  });
  say(`${to.domain} is asked about the payment, and takes it.\n`);
  await must(to.caller.request('POST', `/transactions/${incoming.id}/approve`), 200);
  const statusAt = async ({ caller }: Platform, id: string): Promise<string | undefined> => {
    const { status } = (await caller.request('GET', `/transactions/${id}`)).body;
    return status === 'COMPLETED' || status === 'FAILED' ? status : undefined;
  };
  const outgoing = await until(() => statusAt(from, quoted.transactionId));
  const arrived = await until(() => statusAt(to, incoming.id));
  const arrivedMinor = (await balanceOf(to.caller, to.accountId)) - before;
  say(`${from.domain}: ${outgoing}. ${to.domain}: ${arrived}, and its customer has ${arrivedMinor / 100} USD more.`);
  return { from: from.domain, to: to.domain, outgoing, incoming: arrived, arrivedMinor };
}

type Asked = ReturnType<Caller['request']>;

async function must(asked: Asked, status: number): Asked {
  const answer = await asked;
  if (answer.status !== status) throw new Error(answer.text);
  return answer;
}

const patienceMs = 60_000;

/** Polls until there is a result. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('nothing has happened for a minute');
    await delay(200);
  }
}
