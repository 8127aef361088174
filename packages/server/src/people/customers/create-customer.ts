import { type Handler, isRefusal, withFieldRules } from '../../operation/operation.ts';
import { brokenConsentFields } from './customer-rules.ts';
import { brokenSentRules } from './profile-rules.ts';
import { brokenRegionRules } from './region-rules.ts';
import { registerCustomer } from './register-customer.ts';

export const createCustomer: Handler<'createCustomer'> = withFieldRules(
  (body, { now, realNow }) => [
    ...brokenRegionRules(body.region),
    ...brokenSentRules(body, { now, isNew: true }),
    ...brokenConsentFields(body.endUserTermsConsent, [now, realNow]),
  ],
  async ({ input: { body }, ...context }) => {
    const customer = await registerCustomer(context, body);
    return isRefusal(customer) ? customer : { status: 201, body: customer };
  },
);
