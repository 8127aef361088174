import type { Step } from '../walk/walk.ts';
import { actionOf } from './action-of.ts';
import { agentActions } from './agent-actions.ts';
import { cardActions } from './card-actions.ts';
import { ask, begin, type OpenPayment, type Play, pick, pickAmount } from './play.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Around the times of events: settlement, refund, return, expiry, a slow rail. */
const waitsMs = [1, second, 2 * second, 3 * second, 5 * second, minute, 5 * minute, 6 * minute, hour, 13 * hour];

/** A payment of the run, mostly a new one, so that most are still pending. */
function somePayment(play: Play): OpenPayment | undefined {
  const age = Math.floor(play.chance() ** 3 * play.open.length);
  return play.open[play.open.length - 1 - age];
}

async function quote(play: Play): Promise<void> {
  const source = pick(play, play.world.sources);
  const destination = pick(play, play.world.destinations);
  await begin(play, {
    source: { sourceType: 'ACCOUNT', accountId: source.accountId },
    destination: { destinationType: 'ACCOUNT', accountId: destination.accountId },
    lockedCurrencySide: pick(play, ['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: pickAmount(play),
    immediatelyExecute: play.chance() < 0.4,
    ...(source.currency === 'USD' && play.chance() < 0.2
      ? {
          platformFeeOverride: {
            platformFixedFee: { amount: Math.floor(play.chance() * 300), currency: 'USD' },
            platformVariableFeeBps: Math.floor(play.chance() * 400),
          },
        }
      : {}),
  });
}

/** Executes a quote; sometimes repeats it with the same key, which must change nothing. */
async function execute(play: Play): Promise<void> {
  const payment = somePayment(play);
  if (payment === undefined) return;
  const key = { 'idempotency-key': `key-${payment.quoteId}` };
  const path = `/quotes/${payment.quoteId}/execute`;
  const first = await ask(play, 'POST', path, undefined, key);
  if (first.status !== 200 || play.chance() < 0.8) return;
  const second = await ask(play, 'POST', path, undefined, key);
  if (second.text !== first.text) throw new Error(`a replay of ${path} differs: ${second.text}`);
}

/** Executes and creates several times at once: at most one may pay. */
async function rush(play: Play): Promise<void> {
  const payment = somePayment(play);
  if (payment === undefined) return;
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => ask(play, 'POST', `/quotes/${payment.quoteId}/execute`, undefined)),
  );
  const successes = answers.filter(({ status }) => status === 200).length;
  if (successes > 1) throw new Error(`${payment.quoteId} was executed ${successes} times`);
}

/** A payment that is funded from outside: correctly, incorrectly, twice, or not at all. */
async function fundedQuote(play: Play): Promise<void> {
  const isCrypto = play.chance() < 0.4;
  const before = play.payments;
  await begin(play, {
    source: {
      sourceType: 'REALTIME_FUNDING',
      customerId: pick(play, play.world.customers),
      ...(isCrypto ? { currency: 'USDC', cryptoNetwork: 'BASE' } : { currency: 'USD' }),
    },
    destination: { destinationType: 'ACCOUNT', accountId: pick(play, play.world.destinations).accountId },
    lockedCurrencySide: pick(play, ['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: pickAmount(play),
  });
  const payment = play.open.at(-1);
  if (play.payments === before || payment === undefined) return;
  const currencyCode = isCrypto ? 'USDC' : 'USD';
  const fate = play.chance();
  if (fate < 0.15) return;
  if (fate < 0.3) await play.server.advance(pick(play, waitsMs));
  const other = fate > 0.85 ? { currencyAmount: pickAmount(play) } : {};
  await ask(play, 'POST', '/sandbox/send', { quoteId: payment.quoteId, currencyCode, ...other });
  if (fate > 0.95) await ask(play, 'POST', '/sandbox/send', { quoteId: payment.quoteId, currencyCode });
}

/** An unsolicited deposit to an account. */
async function deposit(play: Play): Promise<void> {
  const { accountId } = pick(play, play.world.sources);
  await ask(play, 'POST', '/sandbox/deposits', { accountId, amount: pickAmount(play) });
}

/** A direct debit of a bank account. */
async function pull(play: Play): Promise<void> {
  await begin(play, {
    source: { sourceType: 'ACCOUNT', accountId: pick(play, play.world.pulled) },
    destination: { destinationType: 'ACCOUNT', accountId: pick(play, play.world.sources).accountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: pickAmount(play),
    immediatelyExecute: play.chance() < 0.5,
  });
}

const umaReceivers = ['$success.eur', '$success.usd', '$pending.long.usd', '$fail.compliance.usd'];

/** A payment to an address at another provider. */
async function umaQuote(play: Play): Promise<void> {
  const { accountId, customerId } = pick(play, play.world.sources);
  const umaAddress = `${pick(play, umaReceivers)}@sandbox.example.com`;
  const found = await ask(play, 'GET', `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${customerId}`);
  if (found.status !== 200) return;
  const supported = found.body.supportedCurrencies as readonly { readonly currency: { readonly code: string } }[];
  const { code: currency } = pick(play, supported).currency;
  await begin(play, {
    lookupId: found.body.lookupId,
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
    lockedCurrencySide: pick(play, ['SENDING', 'RECEIVING']),
    lockedCurrencyAmount: pickAmount(play),
    senderCustomerInfo: { FULL_NAME: 'Ada Lovelace', BIRTH_DATE: '1985-12-09', NATIONALITY: 'US' },
  });
}

/** A payment from an address at another provider, which the platform approves, rejects, or ignores. */
async function umaReceive(play: Play): Promise<void> {
  const received = await ask(play, 'POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.example.com',
    customerId: pick(play, play.world.customers),
    receivingCurrencyCode: pick(play, ['USD', 'EUR']),
    receivingCurrencyAmount: pickAmount(play),
  });
  if (received.status !== 200) return;
  play.payments += 1;
  const verb = pick(play, ['approve', 'approve', 'reject', 'overlook']);
  if (verb !== 'overlook') await ask(play, 'POST', `/transactions/${received.body.id}/${verb}`, {});
}

async function cancel(play: Play): Promise<void> {
  const payment = somePayment(play);
  if (payment !== undefined) await ask(play, 'POST', `/transactions/${payment.transactionId}/cancel`, {});
}

async function fund(play: Play): Promise<void> {
  const { accountId } = pick(play, play.world.sources);
  await ask(play, 'POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: pickAmount(play) });
}

/** Freezes an account for a while: payments to it must be handled otherwise meanwhile. */
async function hold(play: Play): Promise<void> {
  const { accountId } = pick(play, play.world.sources);
  const path = `/sandbox/internal-accounts/${accountId}/status`;
  await ask(play, 'POST', path, { status: 'FROZEN' });
  await play.server.advance(pick(play, waitsMs.slice(0, 5)));
  await ask(play, 'POST', path, { status: 'ACTIVE' });
}

async function wait(play: Play): Promise<void> {
  await play.server.advance(pick(play, waitsMs));
}

export const actions: readonly Step<Play>[] = [
  ...cardActions,
  ...agentActions,
  actionOf('quote', 50, quote),
  actionOf('funded quote', 10, fundedQuote),
  actionOf('deposit', 3, deposit),
  actionOf('pull', 5, pull),
  actionOf('quote to an address', 5, umaQuote),
  actionOf('receipt at an address', 4, umaReceive),
  actionOf('execute', 30, execute),
  actionOf('rush', 3, rush),
  actionOf('cancel', 5, cancel),
  actionOf('fund', 4, fund),
  actionOf('hold', 1, hold),
  actionOf('wait', 8, wait),
];
