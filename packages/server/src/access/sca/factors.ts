import type { ScaFactor } from '@payments-platform/types';
import { statement } from '../../ground/database/statement.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { EnvironmentRules, PasskeyHome } from '../../operation/ports/environment-rules.ts';
import { findPlatform, type PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { PasskeyRow } from './passkeys-repository.ts';

/** The factors with which a customer can authenticate. */
export interface Factors {
  /** The verified phone number, which receives codes by text message. */
  readonly phone: string | undefined;
  readonly hasApp: boolean;
  readonly passkey: PasskeyRow | undefined;
}

/** The settings of a platform that its customers see when they authenticate. */
export interface ScaSettings {
  /** Shown in authenticator apps, on passkeys and in text messages. */
  readonly displayName: string;
  /** The domain that passkeys belong to and where they may be used; `undefined` if not configured. */
  readonly passkeys: PasskeyHome | undefined;
}

/** The factors of a customer and the settings of its platform. */
export interface Authentication {
  readonly factors: Factors;
  readonly settings: ScaSettings;
}

type Reading = Pick<WorkContext, 'unit' | 'tenant' | 'deps'>;
type JoinedPasskey = { readonly [C in keyof PasskeyRow]: PasskeyRow[C] | null };

interface Enrolled extends JoinedPasskey, Pick<PlatformRow, 'sca_config'> {
  readonly phone_number: string | null;
  readonly phone_verified_at: string | null;
  readonly app_enrolled_at: string | null;
}

/** Reads phone, app, passkey and settings in one query, because it runs while a payment waits. */
const find = statement<{ readonly tenant: number; readonly customerId: string }, Enrolled>(
  'findAuthentication',
  (db, { tenant, customerId }) =>
    db
      .selectFrom('customers as c')
      .innerJoin('platforms as t', 't.tenant', 'c.tenant')
      .leftJoin('authenticator_apps as a', (join) =>
        join.onRef('a.tenant', '=', 'c.tenant').onRef('a.customer_id', '=', 'c.id'),
      )
      .leftJoin('passkeys as p', (join) => join.onRef('p.tenant', '=', 'c.tenant').onRef('p.customer_id', '=', 'c.id'))
      .selectAll('p')
      .select(['c.phone_number', 'c.phone_verified_at', 'a.enrolled_at as app_enrolled_at', 't.sca_config'])
      .where('c.tenant', '=', tenant)
      .where('c.id', '=', customerId),
);

export async function readAuthentication({ unit, tenant, deps }: Reading, customerId: string): Promise<Authentication> {
  const enrolled = await unit.first(find, { tenant, customerId });
  if (enrolled === undefined) throw new Error(`there is no customer ${customerId}`);
  const { phone_number: phone, phone_verified_at: verifiedAt, app_enrolled_at: appEnrolledAt } = enrolled;
  const factors = {
    phone: phone === null || verifiedAt === null ? undefined : phone,
    hasApp: appEnrolledAt !== null,
    passkey: isPasskey(enrolled) ? enrolled : undefined,
  };
  return { factors, settings: settingsOf(enrolled, deps.rules) };
}

function isPasskey(joined: JoinedPasskey): joined is PasskeyRow {
  return joined.credential_id !== null;
}

export async function readScaSettings({ unit, tenant, deps }: Reading): Promise<ScaSettings> {
  return settingsOf(await findPlatform(unit, tenant), deps.rules);
}

const defaultName = 'Payments';

function settingsOf(
  { sca_config: text }: Pick<PlatformRow, 'sca_config'>,
  { defaultPasskeys }: EnvironmentRules,
): ScaSettings {
  if (text === null) return { displayName: defaultName, passkeys: defaultPasskeys };
  const { displayName, relyingPartyId, allowedOrigins } = readJson(text);
  return { displayName, passkeys: { relyingPartyId, allowedOrigins } };
}

/** The names of the factors, in the order of the interface. */
export function namesOf({ phone, hasApp: app, passkey }: Factors): ScaFactor[] {
  const names: ScaFactor[] = [];
  if (phone !== undefined) names.push('SMS_OTP');
  if (app) names.push('TOTP');
  if (passkey !== undefined) names.push('PASSKEY');
  return names;
}

/** The factor that is required if the request names none: a passkey, else a text message, else the app. */
export function preferredFactor(factors: Factors): ScaFactor | undefined {
  const names = namesOf(factors);
  return (['PASSKEY', 'SMS_OTP', 'TOTP'] as const).find((name) => names.includes(name));
}
