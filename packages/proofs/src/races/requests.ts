import { policyWith } from '../../../server/test/agents.ts';
import type { Answer, Caller } from '../../../server/test/caller.ts';
import { bookshop } from '../../../server/test/cards.ts';
import { beneficiary, consent, quoteBody } from '../../../server/test/parties.ts';
import { rightCode } from '../../../server/test/sca-customers.ts';
import { burnBody } from '../../../server/test/stablecoin-operations.ts';
import { ownerInfo } from '../../../server/test/verification-packets.ts';
import type { Scene, SignedCall } from './scene.ts';

/** What a request reads or changes. Two requests race if they have a subject in common. */
type Subject =
  | 'payer'
  | 'payee'
  | 'card'
  | 'agent'
  | 'spender'
  | 'idle'
  | 'business'
  | 'european'
  | 'wallet'
  | 'issue'
  | 'config'
  | 'names';

/** A request that changes the scene. */
export interface SceneRequest {
  readonly name: string;
  readonly subjects: readonly Subject[];
  /** The agent that sends it with its own token; absent for the platform. */
  readonly by?: string;
  /** It takes several units, so another request can run between them, at times of its own. */
  readonly isLong?: true;
  send(caller: Caller): Promise<Answer>;
}

function post(name: string, subjects: readonly Subject[], path: string, body?: object): SceneRequest {
  const headers = /\/(mints|burns)$/.test(path) ? { 'idempotency-key': name } : {};
  return { name, subjects, send: (caller) => caller.request('POST', path, body, headers) };
}

function patch(name: string, subjects: readonly Subject[], path: string, body: object): SceneRequest {
  return { name, subjects, send: (caller) => caller.request('PATCH', path, body) };
}

function remove(name: string, subjects: readonly Subject[], path: string): SceneRequest {
  return { name, subjects, send: (caller) => caller.request('DELETE', path) };
}

const dollars = { code: 'USD' };
const bank = { accountType: 'USD_ACCOUNT', accountNumber: '123456789111', routingNumber: '021000021', beneficiary };

function paymentsOf(scene: Scene): SceneRequest[] {
  const { from, payee, gbpPayee } = scene.payer;
  const toBank = quoteBody({ from, to: payee, amount: 6_000 });
  const [source, destination] = [{ accountId: from }, { accountId: payee }];
  const send = { quoteId: scene.quoteToFund, currencyCode: 'USD' };
  return [
    post('execute to a bank', ['payer', 'payee'], `/quotes/${scene.quoteToBank}/execute`),
    post('execute abroad', ['payer'], `/quotes/${scene.quoteAbroad}/execute`),
    post('execute to the own account', ['payer'], `/quotes/${scene.quoteToOwn}/execute`),
    post('execute to another customer', ['payer'], `/quotes/${scene.quoteToOther}/execute`),
    post('quote', ['payer', 'payee', 'config'], '/quotes', toBank),
    post('quote and execute', ['payer', 'payee', 'config'], '/quotes', { ...toBank, immediatelyExecute: true }),
    post('transfer out', ['payer', 'payee'], '/transfer-out', { source, destination, amount: 6_000 }),
    post('transfer in', ['payer', 'payee'], '/transfer-in', { source: destination, destination: source, amount: 800 }),
    post('cancel', ['payer'], `/transactions/${scene.ach}/cancel`, {}),
    post('fund a quote', ['payer', 'payee'], '/sandbox/send', send),
    post('fund half of a quote', ['payer', 'payee'], '/sandbox/send', { ...send, currencyAmount: 2_000 }),
    post('fund the account', ['payer'], `/sandbox/internal-accounts/${from}/fund`, { amount: 500 }),
    post('freeze the account', ['payer'], `/sandbox/internal-accounts/${from}/status`, { status: 'FROZEN' }),
    remove('delete the payee', ['payee'], `/customers/external-accounts/${payee}`),
    remove('delete the payee abroad', ['payer'], `/customers/external-accounts/${gbpPayee}`),
    { ...post('advance five minutes', ['payer', 'payee'], '/sandbox/clock/advance', { seconds: 300 }), isLong: true },
    { ...post('advance a week', ['payer', 'card'], '/sandbox/clock/advance', { seconds: 604_800 }), isLong: true },
  ];
}

function cardsOf(scene: Scene): SceneRequest[] {
  const { customerId, from } = scene.payer;
  const simulate = (card: string, kind: string): string => `/sandbox/cards/${card}/simulate/${kind}`;
  const step = { cardTransactionId: scene.purchase };
  const order = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [from], platformCardId: 'one-card' };
  const buy = { amount: 6_000, currency: dollars, merchant: bookshop };
  return [
    post('buy', ['payer', 'card'], simulate(scene.card, 'authorization'), buy),
    post('clear', ['payer', 'card'], simulate(scene.card, 'clearing'), { ...step, amount: 1_250 }),
    post('clear more', ['payer', 'card'], simulate(scene.card, 'clearing'), { ...step, amount: 2_000 }),
    post('reverse', ['payer', 'card'], simulate(scene.card, 'authorization_reversal'), step),
    post('raise', ['payer', 'card'], simulate(scene.card, 'authorization_advice'), { ...step, amount: 2_500 }),
    post('return', ['payer', 'card'], simulate(scene.otherCard, 'return'), {
      cardTransactionId: scene.paidPurchase,
      amount: 300,
    }),
    patch('freeze the card', ['card'], `/cards/${scene.card}`, { state: 'FROZEN' }),
    patch('close the card', ['card'], `/cards/${scene.card}`, { state: 'CLOSED' }),
    patch('limit the card', ['card'], `/cards/${scene.card}`, { maxSpendPerTransaction: 2_000 }),
    post('order a card', ['payer', 'card', 'names'], '/cards', order),
  ];
}

function agentsOf({ agent, action, otherAction, payer }: Scene): SceneRequest[] {
  const limits = { spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 } };
  return [
    post('approve', ['agent', 'payer', 'payee'], `/agents/${agent}/actions/${action}/approve`),
    post('approve the other', ['agent', 'payer', 'payee'], `/agents/${agent}/actions/${otherAction}/approve`),
    post('reject', ['agent'], `/agents/${agent}/actions/${action}/reject`, {}),
    patch('pause the agent', ['agent'], `/agents/${agent}`, { isPaused: true }),
    patch('limit the agent', ['agent'], `/agents/${agent}/policy`, limits),
    remove('delete the agent', ['agent'], `/agents/${agent}`),
    post('new device code', ['agent'], `/agents/${agent}/device-codes`),
    post('create an agent', ['agent'], '/agents', { name: 'New', customerId: payer.customerId, policy: policyWith() }),
  ];
}

/** What agents send with their own tokens, and what ends their access. */
function agentCallsOf({ spender, spenderQuotes, payer, idle }: Scene): SceneRequest[] {
  const [first = '', second = ''] = spenderQuotes;
  const between = { source: { accountId: payer.from }, destination: { accountId: payer.payee } };
  const back = { source: between.destination, destination: between.source };
  const limits = { spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 } };
  const me = '/agents/me';
  const calls: SceneRequest[] = [
    post('agent executes', ['spender', 'payer', 'payee'], `${me}/quotes/${first}/execute`),
    post('agent executes the other', ['spender'], `${me}/quotes/${second}/execute`),
    post('agent quotes', ['spender'], `${me}/quotes`, quoteBody({ from: payer.from, to: payer.payee, amount: 900 })),
    post('agent transfers out', ['spender'], `${me}/transfer-out`, { ...between, amount: 3_000 }),
    post('agent transfers in', ['spender'], `${me}/transfer-in`, { ...back, amount: 3_000 }),
    remove('agent deletes the payee', ['spender', 'payee'], `${me}/external-accounts/${payer.payee}`),
  ];
  const debit = { source: { accountId: idle.payee }, destination: { accountId: idle.account }, amount: 500 };
  const ofIdle: SceneRequest[] = [
    post('agent adds a payee', ['idle'], `${me}/external-accounts`, { currency: 'USD', accountInfo: bank }),
    post('agent debits the customer', ['idle'], `${me}/transfer-in`, debit),
  ];
  return [
    ...calls.map((call) => ({ ...call, by: spender })),
    ...ofIdle.map((call) => ({ ...call, by: idle.agent })),
    post('debit the customer', ['idle'], '/transfer-in', debit),
    patch('pause the spender', ['spender'], `/agents/${spender}`, { isPaused: true }),
    patch('limit the spender', ['spender'], `/agents/${spender}/policy`, limits),
    patch('limit the spender in euros', ['spender'], `/agents/${spender}/policy`, {
      spendingLimits: { currency: 'EUR', perTransactionLimit: 6_000, dailyLimit: 6_000 },
    }),
    remove('delete the spender', ['spender'], `/agents/${spender}`),
  ];
}

function walletOf({ wallet }: Scene): SceneRequest[] {
  const { accountId, signed, quotes } = wallet;
  const sign = ({ name, method, path, body, headers }: SignedCall): SceneRequest => ({
    name,
    subjects: ['wallet'],
    send: (caller) => caller.request(method, path, body, headers),
  });
  return [
    ...quotes.map(sign),
    ...signed.map(sign),
    post('fund the wallet', ['wallet'], `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1_000_000 }),
    post('freeze the wallet', ['wallet'], `/sandbox/internal-accounts/${accountId}/status`, { status: 'FROZEN' }),
    {
      ...post('advance to the end of signatures', ['wallet'], '/sandbox/clock/advance', { seconds: 300 }),
      isLong: true,
    },
  ];
}

function peopleOf({ idle, business, owner, document, payer }: Scene): SceneRequest[] {
  const { customerId, account, card, agent } = idle;
  const customer = `/customers/${customerId}`;
  const external = { customerId, currency: 'USD', platformAccountId: 'one-account', accountInfo: bank };
  const person = { customerType: 'INDIVIDUAL', fullName: 'New Person', endUserTermsConsent: consent };
  const share = { roles: ['UBO'], ownershipPercentage: 40, customerId: business, personalInfo: ownerInfo };
  return [
    remove('delete the customer', ['idle'], customer),
    patch('rename the customer', ['idle'], customer, { customerType: 'INDIVIDUAL', fullName: 'Other Name' }),
    patch('name the address', ['idle', 'names'], customer, {
      customerType: 'INDIVIDUAL',
      umaAddress: '$one@uma.example.com',
    }),
    post('close the empty account', ['idle'], `/sandbox/internal-accounts/${account}/status`, { status: 'CLOSED' }),
    post('fund the empty account', ['idle'], `/sandbox/internal-accounts/${account}/fund`, { amount: 500 }),
    post('pay the customer', ['idle', 'payer'], '/quotes', {
      ...quoteBody({ from: payer.from, to: account, amount: 100 }),
      immediatelyExecute: true,
    }),
    post('register an account', ['idle', 'names'], '/customers/external-accounts', external),
    post('register for another', ['names'], '/customers/external-accounts', {
      ...external,
      customerId: payer.customerId,
    }),
    post('order a card for the customer', ['idle'], '/cards', {
      cardholderId: customerId,
      form: 'VIRTUAL',
      fundingSources: [account],
    }),
    post('create an agent for the customer', ['idle'], '/agents', { name: 'New', customerId, policy: policyWith() }),
    patch('close the card of the customer', ['idle'], `/cards/${card}`, { state: 'CLOSED' }),
    remove('delete the agent of the customer', ['idle'], `/agents/${agent}`),
    post('create a customer', ['names'], '/customers', { ...person, platformCustomerId: 'one-customer' }),
    post('submit the business', ['business'], '/verifications', { customerId: business }),
    patch('change the owner', ['business'], `/beneficial-owners/${owner}`, { ownershipPercentage: 30 }),
    post('add an owner', ['business'], '/beneficial-owners', share),
    remove('delete the business', ['business'], `/customers/${business}`),
    remove('delete the document', ['payer'], `/documents/${document}`),
  ];
}

function consentsOf(scene: Scene): SceneRequest[] {
  const { european, europeanAccount, trustedSoon, waiting, passkey, login } = scene;
  const of = (path: string): string => `/sca/${path}?customerId=${european}`;
  const proof = { factor: 'SMS_OTP', challengeId: login, ...rightCode, endUserIpAddress: '203.0.113.24' };
  const [first = '', second = ''] = waiting;
  return [
    post('authorize', ['european'], `/quotes/${first}/authorize`, rightCode),
    post('authorize wrongly', ['european'], `/quotes/${first}/authorize`, { code: '000000' }),
    post('authorize the other', ['european'], `/quotes/${second}/authorize`, rightCode),
    post('send the code again', ['european'], `/quotes/${first}/authorize/resend`),
    post('trust', ['european'], `/customers/external-accounts/${trustedSoon}/trust/confirm`, rightCode),
    remove('delete the trusted', ['european'], `/customers/external-accounts/${trustedSoon}`),
    post('log in', ['european'], of('login/complete'), proof),
    post('start a login', ['european'], of('login/start'), { factor: 'SMS_OTP' }),
    post('enrol an app', ['european'], of('factors'), { type: 'TOTP' }),
    remove('delete the passkey', ['european'], of(`factors/${passkey}`)),
    post('freeze the European', ['european'], `/sandbox/internal-accounts/${europeanAccount}/status`, {
      status: 'FROZEN',
    }),
    patch('change the phone', ['european'], `/customers/${european}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber: '+4915112345679',
    }),
  ];
}

function settingsOf({ issue, minting }: Scene): SceneRequest[] {
  const token = `/stablecoins/${issue.stablecoinId}`;
  const wanted = { amount: '1000000', fundingSource: { type: 'WIRE' }, destination: { accountId: issue.walletId } };
  const fee = {
    feeType: 'CROSS_CURRENCY_TRANSACTION',
    sourceCurrency: 'USD',
    variableFeeBps: 10,
    fixedFee: { amount: 1, currency: 'USD' },
  };
  return [
    patch('set a fee', ['config'], '/config', { feeConfigs: [fee] }),
    patch('set the domain', ['config'], '/config', { umaDomain: 'races.example.com' }),
    post('mint', ['issue'], `${token}/mints`, wanted),
    post('burn', ['issue'], `${token}/burns`, burnBody(issue)),
    post('pay for the mint', ['issue'], `/sandbox/stablecoin-operations/${minting}/fund`, {}),
  ];
}

export function requestsOn(scene: Scene): readonly SceneRequest[] {
  return [paymentsOf, cardsOf, agentsOf, agentCallsOf, walletOf, peopleOf, consentsOf, settingsOf].flatMap((of) =>
    of(scene),
  );
}

export type Pair = readonly [SceneRequest, SceneRequest];

/** Every two requests about one subject, and each with its own repeat. */
export function pairsOf(requests: readonly SceneRequest[]): Pair[] {
  return requests.flatMap((first, at) =>
    requests
      .slice(at)
      .filter((second) => second.subjects.some((subject) => first.subjects.includes(subject)))
      .map((second) => [first, second] as const),
  );
}
