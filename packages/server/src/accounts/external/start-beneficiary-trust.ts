import { type Handler, isRefusal } from '../../operation/operation.ts';
import { startTrustChange } from './beneficiary-trust.ts';

export const startBeneficiaryTrust: Handler<'startBeneficiaryTrust'> = async ({ input, ...context }) => {
  const started = await startTrustChange(context, input.path.externalAccountId, 'TRUST');
  return isRefusal(started) ? started : { status: 200, body: started };
};
