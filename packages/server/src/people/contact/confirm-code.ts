import type { CustomerOneOf } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, recorded, refuseFields } from '../../operation/operation.ts';
import { updateCustomer } from '../customer-records/customer-records.ts';
import type { ContactChannel } from '../customers/contact-channels.ts';
import { showCustomer } from '../customers/show-customer.ts';
import { findContactCode, saveContactCode, voidContactCode } from './contact-codes-repository.ts';
import { codeDigest, lockPendingChannel } from './pending-channel.ts';

const attemptsPerCode = 5;

const wrongCode = refuseFields([
  {
    field: 'code',
    message: 'Send the last code that was sent, before it expires. After five wrong codes, request a new one.',
  },
]);

type ConfirmRefusal = Refusal<'CUSTOMER_NOT_FOUND' | 'CONFLICT' | 'INVALID_INPUT'>;

interface ConfirmCall extends WorkContext {
  readonly input: { readonly path: { readonly customerId: string }; readonly body: { readonly code: string } };
}

/** Verifies a channel with the code that was sent to it. A wrong code is refused and counted. */
export async function confirmCode(
  call: ConfirmCall,
  channel: ContactChannel,
): Promise<ConfirmRefusal | { readonly status: 200; readonly body: CustomerOneOf }> {
  const { unit, tenant, now } = call;
  const { customerId } = call.input.path;
  const pending = await lockPendingChannel(call, customerId, channel);
  if (isRefusal(pending)) return pending;
  const sent = await findContactCode(unit, { tenant, customer_id: customerId, channel });
  if (sent === undefined || sent.expires_at <= now || sent.wrong_attempts >= attemptsPerCode) return wrongCode;
  if (sent.code_digest !== codeDigest(call, pending, channel, call.input.body.code)) {
    saveContactCode(unit, { ...sent, wrong_attempts: sent.wrong_attempts + 1 });
    return recorded(wrongCode);
  }
  voidContactCode(unit, { tenant, customer_id: customerId, channel });
  const verified = channel === 'email' ? { email_verified_at: now } : { phone_verified_at: now };
  const customer = { ...pending.customer, ...verified, updated_at: now };
  await updateCustomer(unit, customer);
  await call.deps.lifeCycle.onCustomerChanged(call, customer.id);
  return { status: 200, body: await showCustomer(call, customer) };
}
