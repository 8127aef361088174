import { newDevice, signedHeaders } from '../../../server/test/embedded-wallets.ts';
import type { Answer } from '../../../server/test/test-server.ts';
import { ask, type Play, pick } from './play.ts';
import type { DeviceInPlay, Sent, WalletInPlay } from './wallet-in-play.ts';
import { isActive } from './wallet-world.ts';

const minute = 60_000;
/** Pauses before an owner signs: the last one is too long. */
const pausesMs = [1, minute, 4 * minute, 5 * minute];

export interface Wish extends Omit<Sent, 'headers'> {
  /** The sessions of the wallet that may sign; default: all. */
  readonly suits?: (device: DeviceInPlay) => boolean;
  /** If the repeat needs no further signature, it is not tried. */
  readonly isRepeatable?: false;
}

interface Signer {
  readonly device: DeviceInPlay;
  readonly wallet: WalletInPlay | undefined;
}

/** Mostly a device of the wallet that is signed in; sometimes another one, or one that was never signed in. */
export function someSigner(play: Play, wallet: WalletInPlay): Signer {
  const chance = play.chance();
  const open = wallet.devices.filter((device) => isActive(play, device));
  if (chance < 0.75 && open.length > 0) return { device: pick(play, open), wallet };
  const other = chance < 0.95 ? pick(play, play.world.wallets) : undefined;
  if (other !== undefined && other.devices.length > 0) return { device: pick(play, other.devices), wallet: other };
  const stranger = { key: newDevice(play.server), sessionId: '', credentialId: '', endsAt: '', hasEnded: true };
  return { device: stranger, wallet: undefined };
}

/** Whether a key belongs to a session of the wallet that may sign. */
export function maySign(play: Play, wallet: WalletInPlay, { device, wallet: own }: Signer): boolean {
  return own === wallet && isActive(play, device);
}

const isDone = ({ status }: Answer): boolean => status < 300;
const isUnsigned = ({ body }: Answer): boolean => String(body?.code).startsWith('WALLET_SIGNATURE');

/** Sends a request and has it signed, sometimes several times at once: it takes effect once, if allowed. */
export async function signFor(play: Play, wallet: WalletInPlay, wish: Wish): Promise<Answer | undefined> {
  const { method, path, body, suits = () => true, isRepeatable = true } = wish;
  const asked = await ask(play, method, path, body);
  if (asked.status !== 202) return undefined;
  const signer = someSigner(play, wallet);
  const pauseMs = play.chance() < 0.2 ? pick(play, pausesMs) : 0;
  if (pauseMs > 0) await play.server.advance(pauseMs);
  const may = maySign(play, wallet, signer) && suits(signer.device) && pauseMs < 5 * minute;
  const headers = signedHeaders(signer.device.key, asked);
  const times = isRepeatable && play.chance() < 0.2 ? 4 : 1;
  const answers = await Promise.all(Array.from({ length: times }, () => ask(play, method, path, body, headers)));
  const done = answers.filter(isDone);
  const about = `${method} ${path} of ${wallet.accountId}`;
  if (done.length > (may ? 1 : 0)) throw new Error(`${about} was done ${done.length} times by who may ${may}`);
  if (may && answers.every(isUnsigned)) throw new Error(`${about} was not done: ${answers[0]?.text}`);
  if (done[0] === undefined) return undefined;
  play.signed += 1;
  if (isRepeatable) wallet.sent.push({ method, path, body, headers });
  return done[0];
}

/** Repeats a request that took effect, possibly much later: it must never take effect twice. */
export async function replay(play: Play): Promise<void> {
  const { sent } = pick(play, play.world.wallets);
  const old = sent[Math.floor(play.chance() * sent.length)];
  if (old === undefined) return;
  const answer = await ask(play, old.method, old.path, old.body, { ...old.headers });
  if (isDone(answer)) throw new Error(`${old.method} ${old.path} was done again with the same signature`);
}
