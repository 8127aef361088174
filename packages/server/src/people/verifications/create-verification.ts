import { type Handler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import { showCheck } from '../customers/verification.ts';
import { submitCustomer } from './submit.ts';
import { viewVerification } from './verification-view.ts';

export const createVerification: Handler<'createVerification'> = async ({ input: { body }, ...context }) => {
  const customer = await lockActiveCustomer(context.unit, context.tenant, body.customerId);
  if (isRefusal(customer)) return customer;
  const { verificationStatus } = showCheck(customer);
  if (verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED') {
    const message = `This customer is ${verificationStatus}. Send a customer whose verification is not decided yet.`;
    return refuseFields([{ field: 'customerId', message }]);
  }
  return { status: 200, body: viewVerification(await submitCustomer(context, customer)) };
};
