import type { Handler } from '../../operation/operation.ts';
import { proveTrustChange } from './beneficiary-trust.ts';
import { saveTrust } from './external-account-repository.ts';
import { unknownAccount } from './unknown-account.ts';

export const confirmBeneficiaryUntrust: Handler<'confirmBeneficiaryUntrust'> = async ({ input, ...context }) => {
  const { externalAccountId: id } = input.path;
  const refusal = await proveTrustChange(context, id, 'UNTRUST', input.body);
  if (refusal !== undefined) return refusal;
  const isSaved = await saveTrust(context.unit, { tenant: context.tenant, id, trustedAt: null });
  return isSaved ? { status: 200, body: { trusted: false } } : unknownAccount(id);
};
