import { createHostedPage } from '../../engines/hosted-pages/create-hosted-page.ts';
import { dayMs, plusMs } from '../../ground/clock/instant.ts';
import { type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import { unverifiedChannel } from '../customers/contact-channels.ts';

/** Long enough for a customer to find a document. */
const linkLifeMs = dayMs;

const nouns = { email: 'email address', phone: 'phone number' } as const;

export const createCustomerKycLink: Handler<'createCustomerKycLink'> = async ({
  input: { path, body },
  ...context
}) => {
  const { unit, tenant, now } = context;
  const customer = await lockActiveCustomer(unit, tenant, path.customerId);
  if (isRefusal(customer)) return customer;
  const channel = unverifiedChannel(customer);
  if (channel !== undefined) {
    return refuse('CONFLICT', `The customer must verify the ${nouns[channel]} first.`);
  }
  const expiresAt = plusMs(now, linkLifeMs);
  const { url } = createHostedPage(context, {
    purpose: 'KYC',
    subjectId: customer.id,
    customerId: customer.id,
    expiresAt,
    ...(body?.redirectUri === undefined ? {} : { redirectUri: body.redirectUri }),
  });
  return { status: 201, body: { kycUrl: url, expiresAt, provider: 'KYC_PROVIDER' } };
};
