import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { removePasskey } from './passkeys-repository.ts';

export const deleteScaFactor: Handler<'deleteScaFactor'> = async (call) => {
  const { unit, tenant, input } = call;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  const { credentialId } = input.path;
  if (await removePasskey(unit, tenant, customer.id, credentialId)) return { status: 204, body: undefined };
  return refuse('NOT_FOUND', `The customer has no passkey ${credentialId}. It may already have been deleted.`);
};
