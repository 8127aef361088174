import type { ScaFactor } from '@payments-platform/types';
import { statement } from '../../ground/database/statement.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { PasskeyRow } from './passkeys-repository.ts';

/** What a customer can authenticate with. */
export interface Factors {
  /** Where a code by text message goes: the verified phone. */
  readonly phone: string | undefined;
  readonly hasApp: boolean;
  readonly passkey: PasskeyRow | undefined;
}

type JoinedPasskey = { readonly [C in keyof PasskeyRow]: PasskeyRow[C] | null };

interface Enrolled extends JoinedPasskey {
  readonly phone_number: string | null;
  readonly phone_verified_at: string | null;
  readonly app_enrolled_at: string | null;
}

/** Phone, app and passkey in one question: it is asked on the way of a payment. */
const find = statement<{ readonly tenant: number; readonly customerId: string }, Enrolled>(
  'findFactors',
  (db, { tenant, customerId }) =>
    db
      .selectFrom('customers as c')
      .leftJoin('authenticator_apps as a', (join) =>
        join.onRef('a.tenant', '=', 'c.tenant').onRef('a.customer_id', '=', 'c.id'),
      )
      .leftJoin('passkeys as p', (join) => join.onRef('p.tenant', '=', 'c.tenant').onRef('p.customer_id', '=', 'c.id'))
      .selectAll('p')
      .select(['c.phone_number', 'c.phone_verified_at', 'a.enrolled_at as app_enrolled_at'])
      .where('c.tenant', '=', tenant)
      .where('c.id', '=', customerId),
);

export async function findFactors(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  customerId: string,
): Promise<Factors> {
  const enrolled = await unit.first(find, { tenant, customerId });
  if (enrolled === undefined) throw new Error(`there is no customer ${customerId}`);
  const { phone_number: phone, phone_verified_at: verifiedAt, app_enrolled_at: appEnrolledAt, ...passkey } = enrolled;
  return {
    phone: phone === null || verifiedAt === null ? undefined : phone,
    hasApp: appEnrolledAt !== null,
    passkey: isPasskey(passkey) ? passkey : undefined,
  };
}

function isPasskey(joined: JoinedPasskey): joined is PasskeyRow {
  return joined.credential_id !== null;
}

/** The names of them, in the order of the interface. */
export function namesOf({ phone, hasApp: app, passkey }: Factors): ScaFactor[] {
  const names: ScaFactor[] = [];
  if (phone !== undefined) names.push('SMS_OTP');
  if (app) names.push('TOTP');
  if (passkey !== undefined) names.push('PASSKEY');
  return names;
}

/** The factor that is demanded where the request names none: a passkey before a code by text message. */
export function preferredFactor(factors: Factors): ScaFactor | undefined {
  const names = namesOf(factors);
  return (['PASSKEY', 'SMS_OTP', 'TOTP'] as const).find((name) => names.includes(name));
}
