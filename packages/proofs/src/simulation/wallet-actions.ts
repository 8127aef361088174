import { openCredentialsBundle } from '../../../server/src/engines/wallet-crypto/wallet-credentials-bundle.ts';
import { codeBundle, newDevice, signedHeaders } from '../../../server/test/embedded-wallets.ts';
import { identityToken, nonceOf } from '../../../server/test/identity-tokens.ts';
import { actionOf } from './action-of.ts';
import { ask, type Play, pick, pickAmount } from './play.ts';
import { replay, signFor } from './signing.ts';
import type { DeviceInPlay, WalletInPlay } from './wallet-in-play.ts';
import { delegatedKey, payFromWallet, purchase } from './wallet-payments.ts';
import { isActive } from './wallet-world.ts';

const second = 1_000;
const minute = 60 * second;
/** Around the times of wallet expiry: the pause between codes, a request, a session. */
const waitsMs = [second, 30 * second, 5 * minute - 1, 5 * minute, 14 * minute, 15 * minute, 60 * minute];

const someWallet = ({ world, ...play }: Play): WalletInPlay => pick(play, world.wallets);

function enter(wallet: WalletInPlay, key: DeviceInPlay['key'], session: Session, credentialId: string): void {
  const { id: sessionId, expiresAt: endsAt } = session;
  wallet.devices.push({ key, sessionId, credentialId, endsAt, hasEnded: false });
}

interface Session {
  readonly id: string;
  readonly expiresAt: string;
}

/** With the sent code or another one; the device of the bundle signs, or a different one. */
async function signInByCode(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const credential = wallet.credentials.find(({ type }) => type.endsWith('_OTP'));
  if (credential === undefined) return;
  const { id, type } = credential;
  const challenge = await ask(play, 'POST', `/auth/credentials/${id}/challenge`);
  if (challenge.status !== 200) return;
  const key = newDevice(play.server);
  const isRight = play.chance() < 0.85;
  const target = challenge.body.otpEncryptionTargetBundle;
  const encryptedOtpBundle = await codeBundle(play.server, target, key, isRight ? '000000' : '999999');
  const path = `/auth/credentials/${id}/verify`;
  const body = { type, encryptedOtpBundle };
  const asked = await ask(play, 'POST', path, body);
  if (!isRight && asked.status < 300) throw new Error(`a wrong code of ${id} was taken`);
  if (asked.status !== 202) return;
  const isOwn = play.chance() < 0.85;
  const headers = signedHeaders(isOwn ? key : newDevice(play.server), asked);
  const answers = await Promise.all([1, 2].map(() => ask(play, 'POST', path, body, headers)));
  const opened = answers.filter(({ status }) => status === 200);
  if (opened.length !== (isOwn ? 1 : 0)) throw new Error(`a code of ${id} opened ${opened.length} sessions`);
  if (opened[0] !== undefined) enter(wallet, key, opened[0].body, id);
}

async function signInAtProvider(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const credential = wallet.credentials.find(({ type }) => type === 'OAUTH');
  if (credential === undefined) return;
  const key = newDevice(play.server);
  const isFresh = play.chance() < 0.8;
  const oidcToken = identityToken(play.server.clock.now(), { ...nonceOf(key.compressed), sub: credential.sub });
  if (!isFresh) await play.server.advance(2 * minute);
  const body = { type: 'OAUTH', oidcToken, clientPublicKey: key.compressed };
  const answer = await ask(play, 'POST', `/auth/credentials/${credential.id}/verify`, body);
  if ((answer.status === 200) !== isFresh && answer.status !== 429)
    throw new Error(`a token that is ${isFresh ? 'fresh' : 'old'} was answered ${answer.text}`);
  if (answer.status === 200) enter(wallet, key, answer.body, credential.id);
}

async function addCredential(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const { accountId } = wallet;
  const type = pick(play, ['EMAIL_OTP', 'SMS_OTP', 'OAUTH', 'OAUTH']);
  const sub = type === 'OAUTH' ? pick(play, ['one', 'two']) : undefined;
  const oidcToken = identityToken(play.server.clock.now(), { sub });
  const body = { type, accountId, ...(type === 'OAUTH' && { oidcToken }) };
  const added = await signFor(play, wallet, { method: 'POST', path: '/auth/credentials', body });
  if (added !== undefined) wallet.credentials.push({ id: added.body.id, type, sub });
}

/** The last credential cannot be revoked, and a credential cannot revoke itself. */
async function revokeCredential(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const { id } = pick(play, wallet.credentials);
  const isLast = wallet.credentials.length === 1;
  const suits = ({ credentialId }: DeviceInPlay): boolean => credentialId !== id;
  const wish = { method: 'DELETE', path: `/auth/credentials/${id}`, body: undefined, suits };
  if ((await signFor(play, wallet, wish)) === undefined) return;
  if (isLast) throw new Error(`the last credential of ${wallet.accountId} was revoked`);
  wallet.credentials = wallet.credentials.filter((credential) => credential.id !== id);
  for (const device of wallet.devices) if (device.credentialId === id) device.hasEnded = true;
}

async function refresh(play: Play): Promise<void> {
  const wallet = someWallet(play);
  if (wallet.devices.length === 0) return;
  const old = pick(play, wallet.devices);
  const key = newDevice(play.server);
  const path = `/auth/sessions/${old.sessionId}/refresh`;
  const suits = ({ sessionId }: DeviceInPlay): boolean => sessionId === old.sessionId;
  const opened = await signFor(play, wallet, {
    method: 'POST',
    path,
    body: { clientPublicKey: key.compressed },
    suits,
  });
  if (opened !== undefined) enter(wallet, key, opened.body, old.credentialId);
}

async function signOut(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const open = wallet.devices.filter((device) => isActive(play, device));
  if (open.length === 0) return;
  const ended = pick(play, open);
  const wish = { method: 'DELETE', path: `/auth/sessions/${ended.sessionId}`, body: undefined };
  if ((await signFor(play, wallet, wish)) !== undefined) ended.hasEnded = true;
}

/** Every export decrypts to the same words, for the key that was signed for. */
async function exportWallet(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const target = newDevice(play.server);
  const path = `/internal-accounts/${wallet.accountId}/export`;
  const exported = await signFor(play, wallet, {
    method: 'POST',
    path,
    body: { clientPublicKey: target.uncompressed },
  });
  if (exported === undefined) return;
  const opened = await openCredentialsBundle(target, exported.body.encryptedWalletCredentials);
  const phrase = opened?.mnemonic;
  if (phrase === undefined || (wallet.phrase ?? phrase) !== phrase)
    throw new Error(`an export of ${wallet.accountId} does not open to its words`);
  wallet.phrase = phrase;
}

async function hide(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const body = { privateEnabled: play.chance() < 0.5 };
  await signFor(play, wallet, { method: 'PATCH', path: `/internal-accounts/${wallet.accountId}`, body });
}

let moves = 0;

/** A change of address also changes the credential; after that there is nothing left to sign. */
async function moveAway(play: Play): Promise<void> {
  const wallet = someWallet(play);
  moves += 1;
  const body = { customerType: 'INDIVIDUAL', email: `moved${moves}@example.com` };
  const path = `/customers/${wallet.customerId}`;
  await signFor(play, wallet, { method: 'PATCH', path, body, isRepeatable: false });
}

async function fundWallet(play: Play): Promise<void> {
  const wallet = someWallet(play);
  const amount = pickAmount(play);
  const path = `/sandbox/internal-accounts/${wallet.accountId}/fund`;
  if ((await ask(play, 'POST', path, { amount })).status === 200) wallet.balanceMinor += amount;
}

async function wait(play: Play): Promise<void> {
  await play.server.advance(pick(play, waitsMs));
}

export const walletActions = [
  actionOf('sign in by code', 20, signInByCode),
  actionOf('sign in at a provider', 14, signInAtProvider),
  actionOf('add a credential', 12, addCredential),
  actionOf('revoke a credential', 9, revokeCredential),
  actionOf('refresh', 6, refresh),
  actionOf('sign out', 4, signOut),
  actionOf('export', 4, exportWallet),
  actionOf('hide', 3, hide),
  actionOf('move away', 2, moveAway),
  actionOf('pay from a wallet', 16, payFromWallet),
  actionOf('delegated key', 4, delegatedKey),
  actionOf('purchase of a wallet', 6, purchase),
  actionOf('fund a wallet', 3, fundWallet),
  actionOf('replay', 8, replay),
  actionOf('wait for a wallet', 4, wait),
];
