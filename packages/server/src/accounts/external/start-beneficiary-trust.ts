import { type Handler, isRefusal } from '../../operation/operation.ts';
import { startChangeOfTrust } from './change-of-trust.ts';

export const startBeneficiaryTrust: Handler<'startBeneficiaryTrust'> = async ({ input, ...context }) => {
  const started = await startChangeOfTrust(context, input.path.externalAccountId, 'TRUST');
  return isRefusal(started) ? started : { status: 200, body: started };
};
