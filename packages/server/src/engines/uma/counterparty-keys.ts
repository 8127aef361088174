import { Buffer } from 'node:buffer';
import { ECDH, X509Certificate } from 'node:crypto';
import { PubKeyResponse } from '@uma-sdk/core';
import { epochMsOf, hourMs, type Instant, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { type FetchFromProvider, jsonOf } from './fetch-from-provider.ts';
import type { UmaContext } from './uma-context.ts';

export type KeyProblem =
  | 'COUNTERPARTY_PUBKEY_FETCH_ERROR'
  | 'INVALID_PUBKEY_FORMAT'
  | 'CERT_CHAIN_INVALID'
  | 'CERT_CHAIN_EXPIRED';

interface Kept {
  readonly keys: PubKeyResponse;
  readonly untilMs: number;
}

interface Failed {
  readonly problem: KeyProblem;
  readonly untilMs: number;
}

interface Asking {
  readonly count: number;
  readonly untilMs: number;
}

/** The most entries of each map. A new entry evicts the oldest. */
const mostKept = 1_000;
const longestKeptMs = hourMs;
/** After a failed fetch, messages from outside cause no other fetch from that domain for this time. */
const failedForMs = 10 * secondMs;
/** The most fetches that messages from one network may cause: a fetch comes before its sender is known. */
const fetchesOfOne = { most: 30, windowMs: minuteMs };
const longestChain = 5;

/**
 * The public keys of other providers, fetched from their domains and cached until their stated expiry, for an hour at
 * most.
 */
export class CounterpartyKeys {
  readonly #ask: FetchFromProvider;
  readonly #kept = new Map<string, Kept>();
  readonly #failed = new Map<string, Failed>();
  readonly #asking = new Map<string, Asking>();

  constructor(ask: FetchFromProvider) {
    this.#ask = ask;
  }

  /** The cached keys, unless they have expired. */
  recall(domain: string, now: Instant): PubKeyResponse | undefined {
    const kept = this.#kept.get(domain);
    return kept !== undefined && kept.untilMs > epochMsOf(now) ? kept.keys : undefined;
  }

  async fetch(domain: string, regarding: string, context: UmaContext): Promise<PubKeyResponse | KeyProblem> {
    const { callerNetwork } = context;
    const refused = callerNetwork === undefined ? undefined : this.#refuse(domain, callerNetwork, context);
    if (refused !== undefined) return refused;
    const url = new URL(`https://${domain}/.well-known/lnurlpubkey`);
    const answer = await this.#ask({ method: 'GET', url, regarding }, context);
    const now = context.deps.clocks.system.now();
    const keys = answer.status === 200 ? readKeys(jsonOf(answer), now) : 'COUNTERPARTY_PUBKEY_FETCH_ERROR';
    const nowMs = epochMsOf(now);
    if (typeof keys === 'string') {
      remember(this.#failed, domain, { problem: keys, untilMs: nowMs + failedForMs });
      return keys;
    }
    const saidMs = (keys.expirationTimestamp ?? Number.POSITIVE_INFINITY) * secondMs;
    remember(this.#kept, domain, { keys, untilMs: Math.min(saidMs, nowMs + longestKeptMs) });
    return keys;
  }

  /** Why a message from outside may not cause a fetch. Exchanges that start on this server always fetch. */
  #refuse(domain: string, callerNetwork: string, { deps }: UmaContext): KeyProblem | undefined {
    const nowMs = epochMsOf(deps.clocks.system.now());
    const failed = this.#failed.get(domain);
    if (failed !== undefined && failed.untilMs > nowMs) return failed.problem;
    const known = this.#asking.get(callerNetwork);
    const { count, untilMs } =
      known !== undefined && known.untilMs > nowMs ? known : { count: 0, untilMs: nowMs + fetchesOfOne.windowMs };
    if (count >= fetchesOfOne.most) return 'COUNTERPARTY_PUBKEY_FETCH_ERROR';
    remember(this.#asking, callerNetwork, { count: count + 1, untilMs });
    return undefined;
  }
}

function remember<V>(known: Map<string, V>, name: string, value: V): void {
  known.delete(name);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= mostKept) known.delete(oldest);
  known.set(name, value);
}

/** Checks what the SDK does not: keys are points on the curve, and certificate chains are complete and valid now. */
export function readKeys(document: unknown, now: Instant): PubKeyResponse | KeyProblem {
  if (typeof document !== 'object' || document === null) return 'COUNTERPARTY_PUBKEY_FETCH_ERROR';
  const { signingCertChain, encryptionCertChain, signingPubKey, encryptionPubKey, expirationTimestamp } =
    document as Readonly<Record<string, unknown>>;
  const signing = readChain(signingCertChain, now);
  const encryption = readChain(encryptionCertChain, now);
  if (typeof signing === 'string') return signing;
  if (typeof encryption === 'string') return encryption;
  const read = new PubKeyResponse(
    signing,
    encryption,
    readText(signingPubKey),
    readText(encryptionPubKey),
    typeof expirationTimestamp === 'number' ? expirationTimestamp : undefined,
  );
  return isUsable(read) ? read : 'INVALID_PUBKEY_FORMAT';
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readChain(chain: unknown, now: Instant): X509Certificate[] | undefined | KeyProblem {
  if (chain === undefined || chain === null) return undefined;
  if (!Array.isArray(chain) || chain.length === 0 || chain.length > longestChain) return 'CERT_CHAIN_INVALID';
  let certificates: X509Certificate[];
  try {
    certificates = chain.map((one) => new X509Certificate(Buffer.from(String(one), 'hex')));
  } catch {
    return 'CERT_CHAIN_INVALID';
  }
  if (!holdsTogether(certificates)) return 'CERT_CHAIN_INVALID';
  const isOver = certificates.some(
    (one) => now > one.validToDate.toISOString() || now < one.validFromDate.toISOString(),
  );
  return isOver ? 'CERT_CHAIN_EXPIRED' : certificates;
}

/** Each certificate must be signed by the next one, and the last one by itself. */
function holdsTogether(certificates: readonly X509Certificate[]): boolean {
  const [leaf] = certificates;
  const { asymmetricKeyType, asymmetricKeyDetails } = leaf?.publicKey ?? {};
  if (asymmetricKeyType !== 'ec' || asymmetricKeyDetails?.namedCurve !== 'secp256k1') return false;
  return certificates.every((one, index) => {
    const issuer = certificates[index + 1] ?? one;
    return one.checkIssued(issuer) && one.verify(issuer.publicKey);
  });
}

function isUsable(keys: PubKeyResponse): boolean {
  try {
    const points = [pointOf(keys.getSigningPubKey()), pointOf(keys.getEncryptionPubKey())];
    // If the provider publishes both a chain and a key, they must agree.
    const named = [keys.signingPubKey, keys.encryptionPubKey];
    return points.every((point, index) => {
      const text = named[index];
      return text === undefined || pointOf(Buffer.from(text, 'hex')) === point;
    });
  } catch {
    return false;
  }
}

/** Throws if the bytes are not a point on the curve. */
function pointOf(bytes: Uint8Array): string {
  return String(ECDH.convertKey(bytes, 'secp256k1', undefined, 'hex', 'uncompressed'));
}
