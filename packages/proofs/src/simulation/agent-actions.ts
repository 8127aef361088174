import type { Answer } from '../../../server/test/test-server.ts';
import { actionOf } from './action-of.ts';
import { checkBudget } from './agent-budget.ts';
import { type AgentInPlay, ask, type Place, type Play, pick, pickAmount } from './play.ts';
import { openAgent } from './world.ts';

const second = 1_000;
const hour = 3_600 * second;
/** Around the times of expiry: a quote, a day, a pending action, a month. */
const waitsMs = [second, 60 * second, 300 * second, hour, 7 * hour, 24 * hour, 24 * hour, 16 * 24 * hour];

const everything = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

const ends: ReadonlySet<string> = new Set(['REJECTED', 'FAILED', 'EXPIRED']);

function asAgent(
  play: Play,
  { accessToken }: AgentInPlay,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(play, 'POST', `/agents/me${path}`, body, { authorization: `Bearer ${accessToken}`, ...headers });
}

/** Whatever the agent's response was, allowed payments count against its limits. */
async function held(play: Play, agent: AgentInPlay, answers: readonly Answer[]): Promise<void> {
  // A replayed response is about an earlier payment, when the policy may have been different.
  const paid = answers.filter(({ body, headers }) => body.status === 'APPROVED' && !('idempotent-replayed' in headers));
  await checkBudget(play.server, agent.agentId, paid.length > 0);
}

/** Accounts of the agent's customer and sometimes of another one, who is then unknown. */
function someAccount(play: Play, { customerId }: AgentInPlay, among: readonly Place[]): string {
  const own = among.filter((place) => place.customerId === customerId);
  return pick(play, play.chance() < 0.95 ? own : among).accountId;
}

async function price(play: Play): Promise<void> {
  const agent = pick(play, play.world.agents);
  const { status, body } = await asAgent(play, agent, '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: someAccount(play, agent, play.world.sources) },
    destination: { destinationType: 'ACCOUNT', accountId: someAccount(play, agent, play.world.destinations) },
    lockedCurrencySide: pick(play, ['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: pickAmount(play),
  });
  if (status !== 201) return;
  play.payments += 1;
  agent.quotes.push(body.id);
}

/** A quote of an agent, mostly a new one; the platform may execute it meanwhile. */
function someQuote(play: Play, { quotes }: AgentInPlay): string | undefined {
  return quotes[quotes.length - 1 - Math.floor(play.chance() ** 3 * quotes.length)];
}

/** Requests a payment; sometimes repeats it with the same key, which must change nothing. */
async function submit(play: Play): Promise<void> {
  const agent = pick(play, play.world.agents);
  const quoteId = someQuote(play, agent);
  if (quoteId === undefined) return;
  const path = `/quotes/${quoteId}/execute`;
  const key = { 'idempotency-key': `key-${quoteId}` };
  const first = await asAgent(play, agent, path, undefined, key);
  const isRepeated = first.status === 200 && play.chance() < 0.2;
  const answers = isRepeated ? [first, await asAgent(play, agent, path, undefined, key)] : [first];
  if (answers.some(({ text }) => text !== first.text)) throw new Error(`a replay of ${path} differs`);
  await held(play, agent, answers);
}

/** The same payment several times at once, by the agent, by another one and by the platform: at most one may pay. */
async function scramble(play: Play): Promise<void> {
  const agent = pick(play, play.world.agents);
  const quoteId = someQuote(play, agent);
  if (quoteId === undefined) return;
  const answers = await Promise.all([1, 2, 3, 4].map(() => asAgent(play, agent, `/quotes/${quoteId}/execute`)));
  if (answers.filter(({ status }) => status === 200).length > 1) throw new Error(`${quoteId} was submitted twice`);
  for (const other of play.world.agents.filter((known) => known !== agent)) {
    const { status } = await asAgent(play, other, `/quotes/${quoteId}/execute`);
    if (status === 200) throw new Error(`${other.agentId} was given the quote of ${agent.agentId}`);
  }
  const { status } = await ask(play, 'POST', `/quotes/${quoteId}/execute`);
  const isWaiting = answers.some(({ body }) => body.status === 'PENDING_APPROVAL');
  if (isWaiting && status === 200) throw new Error(`${quoteId} waits for approval, and was executed`);
  await held(play, agent, answers);
}

async function transfer(play: Play): Promise<void> {
  const agent = pick(play, play.world.agents);
  const inside = someAccount(play, agent, play.world.sources);
  const isPull = play.chance() < 0.4;
  const outside = pick(play, play.world.pulled);
  const [source, destination] = isPull ? [outside, inside] : [inside, outside];
  const answer = await asAgent(play, agent, isPull ? '/transfer-in' : '/transfer-out', {
    source: { accountId: source },
    destination: { accountId: destination },
    amount: pickAmount(play),
  });
  if (answer.status === 201) play.payments += 1;
  await held(play, agent, [answer]);
}

/** An action that was approved without success, and its payment. */
const inVain: ReadonlySet<string> = new Set(['FAILED', 'EXPIRED']);

/** Decides about a pending action, on either path, sometimes on both at once: it is decided once. */
async function decide(play: Play): Promise<void> {
  const { body } = await ask(play, 'GET', '/agents/approvals?limit=20');
  if (body.data.length === 0) return;
  const action: Answer['body'] = pick(play, body.data);
  const verb = pick(play, ['approve', 'approve', 'reject']);
  const paths = [`/agents/${action.agentId}/actions/${action.id}/${verb}`];
  if (action.quote !== undefined) paths.push(`/transactions/${action.quote.transactionId}/${verb}`);
  const answers = await Promise.all(paths.map((path) => ask(play, 'POST', path)));
  const taken = answers.filter(({ status }) => status === 200);
  // An action that was approved without success is returned on the next approval.
  const isInVain = verb === 'approve' && taken.every(({ body: told }) => inVain.has(told.status));
  if (taken.length !== 1 && !(isInVain && taken.length > 1)) throw new Error(`${action.id} was not decided once`);
  const late = await ask(play, 'POST', `/agents/${action.agentId}/actions/${action.id}/reject`);
  if (late.status !== 409) throw new Error(`${action.id} was decided twice`);
  // An approval that can no longer pay also returns 200, and pays nothing.
  const isPaid = answers.some(({ status, body: told }) => status === 200 && !ends.has(told.status));
  await checkBudget(play.server, action.agentId, isPaid);
}

/** A new policy, sometimes on a day with more spending than it allows. */
async function changePolicy(play: Play): Promise<void> {
  const { agentId, customerId } = pick(play, play.world.agents);
  const own = play.world.sources.filter((place) => place.customerId === customerId).map(({ accountId }) => accountId);
  const isStrict = play.chance() < 0.4;
  const accountRules = [
    { accountId: pick(play, own), executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: pickAmount(play) },
  ];
  await ask(play, 'PATCH', `/agents/${agentId}/policy`, {
    permissions: play.chance() < 0.8 ? everything : everything.filter(() => play.chance() < 0.7).slice(0, 5),
    defaultExecutionMode: pick(play, ['AUTO', 'AUTO', 'AUTO', 'APPROVAL_REQUIRED']),
    spendingLimits: {
      perTransactionLimit: pick(play, [20_000, 2_000_000, 100_000_000]),
      dailyLimit: pick(play, [null, 100_000, 4_000_000]),
      dailyTransactionLimit: pick(play, [2, 20, 1_000_000]),
      monthlyLimit: pick(play, [null, 1_000_000, 40_000_000]),
    },
    approvalThresholds: { currency: pick(play, ['USD', 'EUR']), amount: pick(play, [null, 10_000, 1_000_000]) },
    accountRestrictions: {
      allowedAccountIds: isStrict ? own.filter(() => play.chance() < 0.6) : null,
      accountRules: isStrict ? accountRules : [],
    },
  });
  await checkBudget(play.server, agentId, false);
}

async function pause(play: Play): Promise<void> {
  const { agentId } = pick(play, play.world.agents);
  await ask(play, 'PATCH', `/agents/${agentId}`, { isPaused: play.chance() < 0.3 });
}

/** Deletes an agent with its pending actions; its token becomes invalid. */
async function replace(play: Play): Promise<void> {
  const { agents } = play.world;
  const agent = pick(play, agents);
  await ask(play, 'DELETE', `/agents/${agent.agentId}`);
  const { status } = await ask(play, 'GET', '/agents/me', undefined, { authorization: `Bearer ${agent.accessToken}` });
  if (status !== 401) throw new Error(`${agent.agentId} still calls`);
  const unknown = await ask(play, 'GET', `/agents/${agent.agentId}`);
  if (unknown.status !== 404) throw new Error(`${agent.agentId} is still there`);
  agents[agents.indexOf(agent)] = await openAgent(play.server, agent.customerId);
}

async function pass(play: Play): Promise<void> {
  await play.server.advance(pick(play, waitsMs));
  for (const { agentId } of play.world.agents) await checkBudget(play.server, agentId, false);
}

export const agentActions = [
  actionOf('price as an agent', 12, price),
  actionOf('submit as an agent', 14, submit),
  actionOf('scramble for a quote', 2, scramble),
  actionOf('transfer as an agent', 6, transfer),
  actionOf('decide what waits', 8, decide),
  actionOf('another policy', 4, changePolicy),
  actionOf('pause or resume', 2, pause),
  actionOf('another agent', 1, replace),
  actionOf('wait for the agents', 2, pass),
];
