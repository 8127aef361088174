import type { ScaFactor } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import { findContact } from '../../people/customers/find-contact.ts';
import { hasApp } from './authenticator-apps.ts';
import { findPasskey, type PasskeyRow } from './passkeys-repository.ts';

/** What a customer can authenticate with. */
export interface Factors {
  /** Where a code by text message goes: the verified phone. */
  readonly phone: string | undefined;
  readonly hasApp: boolean;
  readonly passkey: PasskeyRow | undefined;
}

export async function findFactors(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  customerId: string,
): Promise<Factors> {
  const [contact, app, passkey] = await Promise.all([
    findContact(unit, tenant, customerId),
    hasApp(unit, tenant, customerId),
    findPasskey(unit, tenant, customerId),
  ]);
  return { phone: contact.verifiedPhone, hasApp: app, passkey };
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
