import fc from 'fast-check';
import { balanceOf } from '../../../server/test/parties.ts';
import {
  arrive,
  burn,
  type Issue,
  listOperations,
  makeBank,
  makeIssue,
  makeSparkWallet,
  makeTreasury,
  mint,
} from '../../../server/test/stablecoin-operations.ts';
import type { Answer, TestServer } from '../../../server/test/test-server.ts';
import { type StateOf, stateTables } from '../../../types/src/index.ts';
import { type Step, stepOf } from '../walk/walk.ts';

type Status = StateOf<'stablecoin-operation'>;

const second = 1_000;
const day = 86_400 * second;
/** Around the times of events: a delivery, a debit, a payout, the end of an operation. */
const waitsMs = [1, second, 2 * second, 30 * second, 120 * second, day, 3 * day, 7 * day - 1, 7 * day];
const endings = ['111', '111', '111', '002', '003', '004', '005', '008', '012', '013'];
const walletEndings = endings.map((ending) => (ending === '111' ? '6q6' : ending));
const treasuryMinor = 100_000;
const centUnits = 10_000n;

/** The known state of an operation, from responses and events. */
interface Known {
  status: Status;
  readonly amount: string;
  readonly isPaidHere: boolean;
}

/** A platform that mints and burns, beside a model of the responses that it got. */
export interface TokenWorld {
  readonly server: TestServer;
  readonly issue: Issue;
  readonly wallets: readonly string[];
  readonly banks: readonly string[];
  readonly treasury: string;
  readonly known: Map<string, Known>;
  keys: number;
}

export async function openTokenWorld(server: TestServer): Promise<TokenWorld> {
  const issue = await makeIssue(server, true);
  const [wallets, banks]: [string[], string[]] = [[], []];
  for (const ending of walletEndings) wallets.push(await makeSparkWalletOnce(server, wallets, ending));
  for (const ending of endings) banks.push(await makeBank(server, ending));
  const treasury = await makeTreasury(server, treasuryMinor);
  return { server, issue, wallets, banks, treasury, known: new Map(), keys: 0 };
}

/** A platform can register an address only once. */
async function makeSparkWalletOnce(server: TestServer, made: readonly string[], ending: string): Promise<string> {
  const first = walletEndings.indexOf(ending);
  return made[first] ?? makeSparkWallet(server, ending === '6q6' ? '7q7' : ending);
}

const edges = stateTables['stablecoin-operation'].transitions as readonly { from: string | null; to: string }[];

/** Whether one status can follow another, by any number of transitions. */
function canBecome(from: Status, to: Status): boolean {
  if (from === to) return true;
  return edges.some((edge) => edge.from === from && canBecome(edge.to as Status, to));
}

/** Records a response, which must follow from the known state. */
function learn(
  world: TokenWorld,
  body: { id: string; status: Status; amount: string; source: { type: string } },
): void {
  const before = world.known.get(body.id);
  if (before !== undefined && !canBecome(before.status, body.status))
    throw new Error(`${body.id} went from ${before.status} to ${body.status}`);
  if (before !== undefined && before.amount !== body.amount) throw new Error(`${body.id} has another amount`);
  const isPaidHere = body.source.type === 'SERVICE_INTERNAL_ACCOUNT';
  world.known.set(body.id, { status: body.status, amount: body.amount, isPaidHere });
}

/** A second response for a key must equal the first one, unless both were refusals. */
async function ask(world: TokenWorld, send: (key: string) => Promise<Answer>, repeats: boolean): Promise<void> {
  world.keys += 1;
  const key = `walk-${world.keys}`;
  const answers = repeats ? await Promise.all([send(key), send(key)]) : [await send(key)];
  const made = answers.filter(({ status }) => status === 201);
  if (new Set(made.map(({ body }) => body.id)).size > 1) throw new Error(`${key} made two operations`);
  for (const { status, text } of answers) if (status >= 500 && status !== 503) throw new Error(text);
  for (const { body } of made) learn(world, body);
}

/** A request: the amount in cents, the account, and whether it is sent twice at once. */
const orders = fc.record({
  cents: fc.integer({ min: 0, max: 40_000 }),
  at: fc.nat({ max: endings.length - 1 }),
  repeats: fc.boolean(),
});

interface Order {
  readonly cents: number;
  readonly at: number;
  readonly repeats: boolean;
}

const amountOf = ({ cents }: Order): string => (BigInt(cents) * centUnits).toString();

function minting(name: string, sourceOf: (world: TokenWorld, order: Order) => object): Step<TokenWorld> {
  return stepOf(name, 3, orders, (world, order) => {
    const walletId = world.wallets[order.at] ?? '';
    const change = { amount: amountOf(order), fundingSource: sourceOf(world, order) };
    return ask(world, (key) => mint(world.server, { ...world.issue, walletId }, change, key), order.repeats);
  });
}

export const tokenSteps: readonly Step<TokenWorld>[] = [
  minting('mint by wire', () => ({ type: 'WIRE' })),
  minting('mint by debit', ({ banks }, { at }) => ({ type: 'ACH_DEBIT', externalAccountId: banks[at] })),
  minting('mint from here', ({ treasury }) => ({ type: 'SERVICE_INTERNAL_ACCOUNT', accountId: treasury })),
  stepOf('burn', 3, orders, (world, order) => {
    const externalAccountId = world.banks[order.at];
    const destination = { type: 'EXTERNAL_ACCOUNT', externalAccountId, rail: 'RTP_CREDIT' };
    const change = { amount: amountOf(order), destination };
    return ask(world, (key) => burn(world.server, world.issue, change, key), order.repeats);
  }),
  stepOf('arrive', 6, fc.record({ at: fc.nat(), isWrong: fc.boolean() }), async (world, { at, isWrong }) => {
    const ids = [...world.known.keys()];
    const id = ids[at % Math.max(1, ids.length)];
    if (id === undefined) return;
    const { status, body, text } = await arrive(world.server, id, isWrong ? { amount: '1' } : {});
    const wasWaiting = world.known.get(id)?.status === 'PENDING_FUNDING';
    if (status === 200 && !wasWaiting) throw new Error(`${id} took what arrived although it did not wait`);
    if (status === 200) learn(world, body);
    else if (status !== 409) throw new Error(text);
  }),
  stepOf('wait', 6, fc.constantFrom(...waitsMs), async (world, ms) => {
    await world.server.advance(ms);
    await readAll(world);
  }),
];

async function readAll(world: TokenWorld): Promise<void> {
  const { data } = await listOperations(world.server, world.issue, '?limit=100');
  for (const operation of data) learn(world, operation);
  for (const { id } of data) if (!world.known.has(id)) throw new Error(`${id} was made and nobody was told`);
}

/** Lets everything end, and compares the money with the responses. */
export async function endTokenWorld(world: TokenWorld): Promise<void> {
  await world.server.advance(20 * day);
  await readAll(world);
  const { states } = stateTables['stablecoin-operation'];
  const open = [...world.known.values()].filter(({ status }) => status in states && !isOver(status));
  if (open.length > 0) throw new Error(`${open.length} operations have not ended`);
  const spent = [...world.known.values()]
    .filter(({ isPaidHere, status }) => isPaidHere && status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + Number(BigInt(amount) / centUnits), 0);
  const left = await balanceOf(world.server, world.treasury);
  if (left + spent !== treasuryMinor) throw new Error(`${left} is left of ${treasuryMinor} after ${spent} was spent`);
}

function isOver(status: Status): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'EXPIRED';
}
