import type { Selectable } from 'kysely';
import { mustMove, type StateOf } from '../../engines/states/transition.ts';
import { type Instant, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { table } from '../../ground/database/table.ts';
import type { WorkContext } from '../../operation/deps.ts';

/** A factor whose enrollment was started and is not confirmed yet, as stored. */
export type EnrollmentRow = Selectable<Schema['factor_enrollments']>;
type EnrollableFactor = EnrollmentRow['factor'];

/** An app has to be installed and has to scan a code; a device prompts for a passkey at once. */
export const enrollmentLifeMs: Readonly<Record<EnrollableFactor, number>> = {
  TOTP: 15 * minuteMs,
  PASSKEY: 5 * minuteMs,
};

/** A row exists only while its enrollment has this status. */
const handedOutStatus: StateOf<'sca-enrollment'> = 'PENDING';

const enrollments = table('factor_enrollments');
const find = enrollments.find('customer_id', 'factor');

/** The open enrollment of the factor; `undefined` if there is none or it has expired. */
export async function findEnrollment(
  { unit, tenant, now }: WorkContext,
  customerId: string,
  factor: EnrollableFactor,
): Promise<EnrollmentRow | undefined> {
  const row = await unit.first(find, { tenant, customer_id: customerId, factor });
  return row === undefined || row.expires_at <= now ? undefined : row;
}

export interface HandedOut {
  readonly sealedSecret?: string;
  readonly passkeyChallenge?: string;
  readonly relyingPartyId?: string;
}

/** Starts an enrollment. It replaces an open one. */
export async function startEnrollment(
  context: WorkContext,
  customerId: string,
  factor: EnrollableFactor,
  handedOut: HandedOut,
): Promise<void> {
  const { unit, tenant, now } = context;
  const before = await findEnrollment(context, customerId, factor);
  mustMove('sca-enrollment', before === undefined ? null : handedOutStatus, 'START');
  unit.upsert('factor_enrollments', ['tenant', 'customer_id', 'factor'], {
    tenant,
    customer_id: customerId,
    factor,
    sealed_secret: handedOut.sealedSecret ?? null,
    passkey_challenge: handedOut.passkeyChallenge ?? null,
    relying_party_id: handedOut.relyingPartyId ?? null,
    expires_at: expiryOf(factor, now),
  });
}

function expiryOf(factor: EnrollableFactor, now: Instant): Instant {
  return plusMs(now, enrollmentLifeMs[factor]);
}

const remove = enrollments.delete('customer_id', 'factor');

/** Deletes the enrollment once its factor is proved. Of two concurrent proofs, one returns `true`. */
export async function finishEnrollment({ unit }: WorkContext, row: EnrollmentRow): Promise<boolean> {
  mustMove('sca-enrollment', handedOutStatus, 'CONFIRM');
  return (await unit.run(remove, row)) === 1;
}
