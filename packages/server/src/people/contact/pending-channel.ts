import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../customer-records/lock-customer.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { type ContactChannel, contactVerificationOf } from '../customers/contact-channels.ts';

const nouns: Readonly<Record<ContactChannel, string>> = { email: 'email address', phone: 'phone number' };
const fields: Readonly<Record<ContactChannel, string>> = { email: 'email', phone: 'phoneNumber' };

/** A customer with a channel to verify, and its address. */
export interface PendingChannel {
  readonly customer: CustomerRow;
  readonly address: string;
}

/** Locks the customer, if the channel must be verified. */
export async function lockPendingChannel(
  { unit, tenant }: WorkContext,
  customerId: string,
  channel: ContactChannel,
): Promise<PendingChannel | Refusal<'CUSTOMER_NOT_FOUND' | 'CONFLICT'>> {
  const customer = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(customer)) return customer;
  const status = contactVerificationOf(customer)?.[channel];
  if (status === undefined)
    return refuse('CONFLICT', `This customer's ${nouns[channel]} does not have to be verified.`);
  if (status === 'VERIFIED') return refuse('CONFLICT', `This customer's ${nouns[channel]} is already verified.`);
  const address = channel === 'email' ? customer.email : customer.phone_number;
  if (address === null) {
    return refuse(
      'CONFLICT',
      `This customer has no ${nouns[channel]}. Set ${fields[channel]} with PATCH /customers/{customerId} first.`,
    );
  }
  return { customer, address };
}

/** The stored form of a code. It is valid for one address of one customer only. */
export function codeDigest(
  { deps: { sealer }, tenant }: WorkContext,
  { customer, address }: PendingChannel,
  channel: ContactChannel,
  code: string,
): string {
  return sealer.digest(JSON.stringify(['contact', tenant, customer.id, channel, address, code]));
}
