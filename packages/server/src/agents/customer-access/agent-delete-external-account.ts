import { deleteCustomerExternalAccountById } from '../../accounts/external/delete-customer-external-account-by-id.ts';
import { declared } from '../../operation/declared-refusal.ts';
import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { refuseForeignPayee } from './own-external-account.ts';

export const agentDeleteExternalAccount: Handler<'agentDeleteExternalAccount'> = async (call) => {
  const foreign = await refuseForeignPayee(call);
  if (foreign !== undefined) return foreign;
  const deleted = await deleteCustomerExternalAccountById({ ...call, input: { ...call.input } });
  if (!isRefusal(deleted)) return deleted;
  if (deleted.code !== 'BENEFICIARY_TRUSTED') return declared('agentDeleteExternalAccount', deleted);
  return refuse('FORBIDDEN', 'The customer trusts this account, so an agent cannot delete it. Only the platform can.');
};
