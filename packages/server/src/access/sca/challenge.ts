import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { ScaChallenge, ScaFactor } from '@payments-platform/types';
import { queueMessage } from '../../engines/messages/queue-message.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { earliestOf, type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { type JsonText, readJson, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { closeRow, findOpenRow, saveCode } from './challenges-repository.ts';
import { type Factors, namesOf, type ScaSettings } from './factors.ts';
import type { ScaPurpose } from './sca-purpose.ts';
import type { ChallengeKind, ChallengeRow, PasskeyOptions } from './tables.ts';

/** How long the customer has to pass a challenge. */
const challengeLifeMs = 5 * minuteMs;
const nonceBytes = 32;

/** What a proof confirms: a login, a payment or a change of trust. */
export interface Subject {
  readonly kind: ChallengeKind;
  readonly id: string;
  readonly customerId: string;
  /** The exact text that the customer agrees to. A proof for one text is not valid for another. */
  readonly binding: string;
  /** The same in words for the customer, as the end of a sentence that begins with the code. */
  readonly wording: string;
}

export interface NewChallenge {
  readonly subject: Subject;
  readonly factor: ScaFactor;
  readonly factors: Factors;
  /** The factors that may prove the subject; by default all factors of the customer. */
  readonly counting?: readonly ScaFactor[];
  readonly settings: ScaSettings;
  readonly purpose?: ScaPurpose;
  /** When the subject itself expires. The challenge expires no later than that. */
  readonly endsAt?: Instant | undefined;
}

const firstMoves: Readonly<Record<ChallengeKind, TriggerOf<'sca-challenge'>>> = {
  LOGIN: 'REQUIRE_FOR_LOGIN',
  QUOTE: 'REQUIRE_FOR_PAYMENT',
  TRUST: 'REQUIRE_FOR_TRUST',
  UNTRUST: 'REQUIRE_FOR_TRUST',
};

/** Creates a challenge for the customer. If the factor is `SMS_OTP`, sends the code. */
export function createChallenge(context: WorkContext, requested: NewChallenge): ChallengeRow {
  const { tenant, now, deps } = context;
  const { subject, factor, factors, settings, purpose } = requested;
  const counting = requested.counting ?? namesOf(factors);
  const passkey_nonce = Buffer.from(deps.random.bytes(nonceBytes)).toString('base64url');
  const latest = plusMs(now, challengeLifeMs);
  const hasPasskey = counting.includes('PASSKEY') && settings.passkeys !== undefined;
  const row: ChallengeRow = {
    tenant,
    id: deps.ids.next('ScaChallenge'),
    kind: subject.kind,
    subject_id: subject.id,
    customer_id: subject.customerId,
    status: mustMove('sca-challenge', null, firstMoves[subject.kind]).to,
    factor,
    purpose: purpose ?? null,
    available_factors: writeJson(counting),
    code_digest: null,
    codes_sent: 0,
    code_sent_at: null,
    passkey_nonce,
    passkey_options: hasPasskey ? passkeyOptions(factors, passkeyChallenge(passkey_nonce, subject.binding)) : null,
    sealed_ip_address: null,
    created_at: now,
    expires_at: earliestOf([latest, requested.endsAt]) ?? latest,
    closed_at: null,
  };
  const sent = factor === 'SMS_OTP' ? sendCode(context, row, requested) : row;
  context.unit.insert('sca_challenges', [sent]);
  return sent;
}

/** Sends a new code for an open challenge. It replaces the previous code; the expiry does not change. */
export function resendCode(context: WorkContext, challenge: ChallengeRow, requested: SmsChallenge): void {
  const { code_digest: digest, codes_sent: codesSent } = sendCode(context, challenge, requested);
  if (digest === null) throw new Error(`no code was created for ${challenge.id}`);
  mustMove('sca-challenge', challenge.status, 'RESEND');
  saveCode(context.unit, { tenant: context.tenant, id: challenge.id, digest, codesSent, now: context.now });
}

export type SmsChallenge = Pick<NewChallenge, 'subject' | 'factors' | 'settings'>;

function sendCode(context: WorkContext, row: ChallengeRow, { subject, factors, settings }: SmsChallenge): ChallengeRow {
  const { deps, now } = context;
  if (factors.phone === undefined) throw new Error(`${subject.customerId} has no phone for a code`);
  requireAdapter(deps.messages);
  const code = deps.rules.newCode(deps.random);
  const text = `${settings.displayName}: ${code} ${subject.wording}. Never share this code with anyone.`;
  queueMessage(context, { channel: 'SMS', to: factors.phone, text }, row.expires_at);
  const code_digest = deps.sealer.digest(
    codeText({ challengeId: row.id, binding: subject.binding, phone: factors.phone, code }),
  );
  return { ...row, code_digest, codes_sent: row.codes_sent + 1, code_sent_at: now };
}

export interface SentCode {
  readonly challengeId: string;
  readonly binding: string;
  readonly phone: string;
  readonly code: string;
}

/**
 * The text whose digest is stored for a code. It contains the challenge, the binding and the phone number, so the code
 * proves nothing else, and nothing at all once the customer has another phone.
 */
export function codeText({ challengeId, binding, phone, code }: SentCode): string {
  return `one-time code ${challengeId} ${phone} ${binding} ${code}`;
}

/** What the device signs: one hash of a random nonce and of what the customer agrees to. */
export function passkeyChallenge(nonce: string, binding: string): string {
  return createHash('sha256').update(`${nonce} ${binding}`).digest('base64url');
}

function passkeyOptions({ passkey }: Factors, challenge: string): JsonText<PasskeyOptions> | null {
  if (passkey === undefined) return null;
  return writeJson({
    challenge,
    rpId: passkey.relying_party_id,
    allowCredentials: [{ type: 'public-key', id: passkey.credential_id, transports: readJson(passkey.transports) }],
    userVerification: 'required',
    timeout: challengeLifeMs,
  });
}

export function isOver({ expires_at: expiresAt }: Pick<ChallengeRow, 'expires_at'>, now: Instant): boolean {
  return expiresAt <= now;
}

/** The open challenge of this subject. It may already have expired. */
export function findOpenChallenge(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  kind: ChallengeKind,
  subjectId: string,
): Promise<ChallengeRow | undefined> {
  return findOpenRow(unit, { tenant, kind, subjectId });
}

/** Closes a challenge. Of several concurrent calls, one returns `true`. */
export function closeChallenge(
  { unit, tenant, now, deps }: WorkContext,
  challenge: ChallengeRow,
  trigger: 'PASS' | 'REPLACE' | 'EXPIRE',
  endUserIpAddress?: string | null,
): Promise<boolean> {
  const { to } = mustMove('sca-challenge', challenge.status, trigger);
  const sealedIpAddress = typeof endUserIpAddress === 'string' ? deps.sealer.seal(endUserIpAddress) : null;
  return closeRow(unit, { tenant, id: challenge.id, from: challenge.status, to, now, sealedIpAddress });
}

/** Closes the open challenge of the subject, so that a new one can be created. */
export async function replaceOpenChallenge(
  context: WorkContext,
  kind: ChallengeKind,
  subjectId: string,
): Promise<void> {
  const open = await findOpenChallenge(context, kind, subjectId);
  if (open !== undefined) await closeChallenge(context, open, 'REPLACE');
}

/** The challenge as quotes and changes of trust show it. */
export function viewChallenge(row: ChallengeRow, settings: ScaSettings): ScaChallenge {
  return {
    id: storedId('ScaChallenge', row.id),
    expiresAt: row.expires_at,
    factor: row.factor,
    availableFactors: readJson(row.available_factors),
    ...(row.purpose !== null && { purpose: row.purpose }),
    ...(row.passkey_options !== null && {
      passkeyAssertionOptions: { ...readJson(row.passkey_options) },
      passkeyAllowedOrigins: [...(settings.passkeys?.allowedOrigins ?? [])],
    }),
  };
}
