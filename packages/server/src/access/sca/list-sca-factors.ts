import type { ScaFactorView } from '@payments-platform/types';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { findApp } from './authenticator-apps.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { findPasskey, type PasskeyRow } from './passkeys-repository.ts';

export const listScaFactors: Handler<'listScaFactors'> = async (call) => {
  const { unit, tenant, input } = call;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  const [app, passkey] = await Promise.all([
    findApp(unit, tenant, customer.id),
    findPasskey(unit, tenant, customer.id),
  ]);
  const factors: ScaFactorView[] = [];
  if (app !== undefined) factors.push({ factor: 'TOTP', name: 'Authenticator app' });
  if (passkey !== undefined) factors.push(viewPasskey(passkey));
  return { status: 200, body: { factors } };
};

export function viewPasskey({ credential_id: credentialId, name }: PasskeyRow): ScaFactorView {
  return { factor: 'PASSKEY', credentialId, name };
}
