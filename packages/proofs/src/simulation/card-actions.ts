import { issueCard, replaceSource, setCardState } from '../../../server/test/cards.ts';
import { actionOf } from './action-of.ts';
import { ask, type CardInPlay, type Play, pick, pickAmount, type Spent } from './play.ts';

const second = 1_000;
const day = 86_400 * second;
/** Around the times of card events: the confirmation of a debit, the expiry of an authorization. */
const waitsMs = [1, second, 29 * second, 30 * second, day, 3 * day, 7 * day - 1, 7 * day];

/** Merchants that approve, decline, delay, and whose debit fails; most approve. */
const merchants = ['SHOP', 'SHOP', 'SHOP', 'SHOP', 'SHOP', 'SHOP 002', 'SHOP 003', 'SHOP 005', 'SHOP 006'];
const atMerchants = [
  'authorization',
  'authorization',
  'authorization',
  'financial_authorization',
  'credit_authorization',
  'credit_authorization_advice',
  'financial_credit_authorization',
];

/** A card of the run, mostly a usable one. */
function someCard(play: Play): CardInPlay {
  const open = play.world.cards.filter(({ isClosed }) => !isClosed);
  return pick(play, play.chance() < 0.9 ? open : play.world.cards);
}

/** A transaction of a card, mostly a new one, so that most are still open. */
function someSpent(play: Play): Spent | undefined {
  const age = Math.floor(play.chance() ** 3 * play.spent.length);
  return play.spent[play.spent.length - 1 - age];
}

/** Simulates something, and records the resulting transaction. */
async function spend(play: Play, cardId: string, kind: string, body: object): Promise<void> {
  const { status, body: told } = await ask(play, 'POST', `/sandbox/cards/${cardId}/simulate/${kind}`, body);
  if (status === 202) await remember(play, cardId, told.issuerTransactionToken);
}

async function remember(play: Play, cardId: string, token: string): Promise<void> {
  const { body } = await ask(play, 'GET', `/transactions?cardId=${cardId}&limit=30`);
  const found = body.data.find((row: { issuerTransactionToken: string }) => row.issuerTransactionToken === token);
  if (found === undefined) throw new Error(`no transaction of ${cardId} has the token ${token}`);
  play.cardTransactions += 1;
  play.spent.push({ cardId, transactionId: found.id });
}

function purchase(play: Play): object {
  return { amount: pickAmount(play), currency: { code: 'USD' }, merchant: { descriptor: pick(play, merchants) } };
}

async function buy(play: Play): Promise<void> {
  await spend(play, someCard(play).cardId, pick(play, atMerchants), purchase(play));
}

async function inquire(play: Play): Promise<void> {
  const merchant = { descriptor: pick(play, merchants) };
  await spend(play, someCard(play).cardId, 'balance_inquiry', { merchant });
}

/** Several at once with one card: as many succeed as the balance covers. */
async function rushToTheTill(play: Play): Promise<void> {
  const { cardId } = someCard(play);
  const body = purchase(play);
  const path = `/sandbox/cards/${cardId}/simulate/authorization`;
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(play, 'POST', path, body)));
  for (const { status, body: told } of answers)
    if (status === 202) await remember(play, cardId, told.issuerTransactionToken);
}

/** Different changes of one transaction at the same moment: they are serialized in some order. */
async function crossFire(play: Play): Promise<void> {
  const spent = someSpent(play);
  if (spent === undefined) return;
  const { cardId, transactionId: cardTransactionId } = spent;
  const amount = pickAmount(play);
  const path = (kind: string): string => `/sandbox/cards/${cardId}/simulate/${kind}`;
  await Promise.all([
    ask(play, 'POST', path('clearing'), { cardTransactionId, amount }),
    ask(play, 'POST', path('clearing'), { cardTransactionId, amount }),
    ask(play, 'POST', path('authorization_reversal'), { cardTransactionId }),
    ask(play, 'POST', path('authorization_advice'), { cardTransactionId, amount }),
    ask(play, 'POST', path('return'), { cardTransactionId, amount: 1 + Math.floor(amount * play.chance()) }),
  ]);
}

/** A further step of a transaction, possible or not: mostly about the authorized amount. */
async function goOn(play: Play): Promise<void> {
  const spent = someSpent(play);
  if (spent === undefined) return;
  const { cardId, transactionId: cardTransactionId } = spent;
  const kind = pick(play, ['clearing', 'clearing', 'authorization_advice', 'authorization_reversal', 'return']);
  const { body: row } = await ask(play, 'GET', `/transactions/${cardTransactionId}`);
  const { amount: authorized } = row.authorizedAmount;
  const share = pick(play, [0, 0.3, 0.5, 1, 1, 1, 1.2, 3]);
  const amount = Math.max(kind === 'clearing' ? 0 : 1, Math.floor(authorized * share));
  const body = { cardTransactionId, ...(kind !== 'authorization_reversal' && { amount }) };
  const path = `/sandbox/cards/${cardId}/simulate/${kind}`;
  const { status, body: told } = await ask(play, 'POST', path, body);
  if (status === 202 && kind === 'return') await remember(play, cardId, told.issuerTransactionToken);
}

async function takeBack(play: Play): Promise<void> {
  const spent = someSpent(play);
  if (spent === undefined) return;
  const path = `/sandbox/cards/${spent.transactionId}/simulate/return_reversal`;
  const times = pick(play, [1, 1, 2]);
  const answers = await Promise.all(Array.from({ length: times }, () => ask(play, 'POST', path)));
  if (answers.filter(({ status }) => status === 202).length > 1) throw new Error(`${path} succeeded twice`);
}

/** A frozen card is unfrozen soon; impossible changes are refused. */
async function freeze(play: Play): Promise<void> {
  const { cardId } = someCard(play);
  await ask(play, 'PATCH', `/cards/${cardId}`, { state: pick(play, ['FROZEN', 'ACTIVE', 'ACTIVE', 'ACTIVE']) });
}

/** Closes a card and issues another one to its holder; transactions of the first one continue. */
async function close(play: Play): Promise<void> {
  const card = someCard(play);
  if (card.isClosed) return;
  await setCardState(play.server, card.cardId, 'CLOSED');
  card.isClosed = true;
  const { customerId, accounts } = card;
  const [account = ''] = accounts;
  const cardId = await issueCard(play.server, customerId, account);
  play.world.cards.push({ cardId, customerId, accounts, isClosed: false });
}

async function replace(play: Play): Promise<void> {
  const card = someCard(play);
  // Mostly the account: a wallet without a key can only receive money.
  const [account = ''] = card.accounts;
  if (!card.isClosed)
    await replaceSource(play.server, card.cardId, play.chance() < 0.7 ? account : pick(play, card.accounts));
}

async function fundSource(play: Play): Promise<void> {
  const [accountId = ''] = someCard(play).accounts;
  await ask(play, 'POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: pickAmount(play) });
}

/** Freezes the funding account for a while. */
async function holdSource(play: Play): Promise<void> {
  const [accountId = ''] = someCard(play).accounts;
  const path = `/sandbox/internal-accounts/${accountId}/status`;
  await ask(play, 'POST', path, { status: 'FROZEN' });
  await goOn(play);
  await ask(play, 'POST', path, { status: 'ACTIVE' });
}

async function pass(play: Play): Promise<void> {
  await play.server.advance(pick(play, waitsMs));
}

export const cardActions = [
  actionOf('purchase', 20, buy),
  actionOf('balance inquiry', 1, inquire),
  actionOf('rush to the till', 2, rushToTheTill),
  actionOf('what becomes of it', 30, goOn),
  actionOf('cross fire', 3, crossFire),
  actionOf('refund taken back', 6, takeBack),
  actionOf('freeze or unfreeze', 3, freeze),
  actionOf('close', 1, close),
  actionOf('another funding source', 2, replace),
  actionOf('fund what pays for the card', 4, fundSource),
  actionOf('hold what pays for the card', 1, holdSource),
  actionOf('wait for the card', 6, pass),
];
