import { writeStamp } from '../../../server/src/engines/wallet-crypto/stamp.ts';
import { signedHeaders } from '../../../server/test/embedded-wallets.ts';
import { quoteBody } from '../../../server/test/parties.ts';
import type { Answer } from '../../../server/test/test-server.ts';
import { ask, type Play, pick, pickAmount } from './play.ts';
import { maySign, signFor, someSigner } from './signing.ts';
import type { WalletInPlay } from './wallet-in-play.ts';

const minute = 60_000;
const microsOfCent = 10_000;

/** Somebody signs, pays the invoice, or both at once: the payment is made once, and only by an allowed signer. */
export async function payFromWallet(play: Play): Promise<void> {
  const wallet = pick(play, play.world.wallets);
  const amount = pickAmount(play) * 40;
  const quoted = await ask(play, 'POST', '/quotes', quoteBody({ from: wallet.accountId, to: wallet.payeeId, amount }));
  if (quoted.status !== 201) return;
  play.payments += 1;
  if (play.chance() < 0.1) await play.server.advance(pick(play, [minute, 4 * minute, 15 * minute]));
  const { id, paymentInstructions, totalSendingAmount } = quoted.body;
  const signer = someSigner(play, wallet);
  const may = maySign(play, wallet, signer);
  const stamp = writeStamp(signer.device.key, paymentInstructions[0].accountOrWalletInfo.payloadToSign);
  const headers = { 'service-wallet-signature': stamp };
  const execute = () => ask(play, 'POST', `/quotes/${id}/execute`, undefined, headers);
  const give = () => ask(play, 'POST', '/sandbox/send', { quoteId: id, currencyCode: 'USDB' });
  const ways = pick(play, [[execute], [execute], [execute], [give], [execute, give, execute, give]]);
  const answers = await Promise.all(ways.map(async (way) => ({ way, answer: await way() })));
  const paid = answers.filter(({ answer }) => answer.status === 200);
  const signed = paid.filter(({ way }) => way === execute);
  if (paid.length > 1 || (signed.length > 0 && !may))
    throw new Error(`${id} was paid ${paid.length} times, ${signed.length} of them by who may ${may}`);
  if (may) refuseUnheld(answers.filter(({ way }) => way === execute).map(({ answer }) => answer));
  if (signed.length > 0) wallet.balanceMinor -= totalSendingAmount;
  play.signed += signed.length;
}

function refuseUnheld(answers: readonly Answer[]): void {
  const wrong = answers.find(({ body }) => String(body?.code).startsWith('WALLET_SIGNATURE'));
  if (wrong !== undefined) throw new Error(`a signature of the owner was refused: ${wrong.text}`);
}

/** Delegates a key for the card to the service, with two signatures, or revokes it. */
export async function delegatedKey(play: Play): Promise<void> {
  const wallet = pick(play, play.world.wallets);
  const { delegatedKeyId, cardId, accountId } = wallet;
  if (delegatedKeyId !== undefined) {
    const revoked = await ask(play, 'DELETE', `/auth/delegated-keys/${delegatedKeyId}`);
    if (revoked.status !== 204) throw new Error(`${delegatedKeyId} was not revoked: ${revoked.text}`);
    wallet.delegatedKeyId = undefined;
    return;
  }
  const path = '/auth/delegated-keys';
  const body = { cardId, internalAccountId: accountId, nickname: 'Card' };
  const second = await signFor(play, wallet, { method: 'POST', path, body });
  if (second === undefined) return;
  const signer = someSigner(play, wallet);
  const may = maySign(play, wallet, signer);
  const made = await ask(play, 'POST', path, body, signedHeaders(signer.device.key, second));
  if ((made.status === 201) !== may) throw new Error(`a key was answered ${made.text} to who may ${may}`);
  if (made.status === 201) wallet.delegatedKeyId = made.body.id;
}

/** A purchase succeeds while the wallet has a key for the card, and enough money. */
export async function purchase(play: Play): Promise<void> {
  const wallet: WalletInPlay = pick(play, play.world.wallets);
  const amount = Math.max(1, Math.floor(pickAmount(play) / 1000));
  const body = { amount, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  const path = `/sandbox/cards/${wallet.cardId}/simulate/financial_authorization`;
  const told = await ask(play, 'POST', path, body);
  const { body: listed } = await ask(play, 'GET', `/transactions?cardId=${wallet.cardId}&limit=100`);
  const token = told.body.issuerTransactionToken;
  const row = listed.data.find((one: { issuerTransactionToken: string }) => one.issuerTransactionToken === token);
  const isCovered = wallet.balanceMinor >= amount * microsOfCent;
  const passes = wallet.delegatedKeyId !== undefined && isCovered;
  if ((row.status !== 'DECLINED') !== passes) throw new Error(`${row.id} is ${row.status}, and passes: ${passes}`);
  if (passes) wallet.balanceMinor -= amount * microsOfCent;
  play.cardTransactions += 1;
}
