import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findCustomer, findCustomerByUmaAddress, type KnownCustomer } from '../../people/customers/find-customer.ts';
import { refuseUnready, type UnreadyRefusal } from '../../people/customers/refuse-unready.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';

export interface SenderQuery {
  readonly customerId?: string;
  readonly senderUmaAddress?: string;
}

type UnknownSender = Refusal<'INVALID_INPUT' | 'CUSTOMER_NOT_FOUND'>;

/** The sending customer; `null` if none is named. */
export async function findSender(
  unit: Unit,
  tenant: number,
  { customerId, senderUmaAddress }: SenderQuery,
): Promise<KnownCustomer | null | UnknownSender> {
  if (customerId === undefined && senderUmaAddress === undefined) return null;
  const [named, addressed] = await Promise.all([
    customerId === undefined ? undefined : findCustomer(unit, tenant, customerId),
    senderUmaAddress === undefined ? undefined : findCustomerByUmaAddress(unit, tenant, senderUmaAddress.toLowerCase()),
  ]);
  if (customerId !== undefined && senderUmaAddress !== undefined && named?.id !== addressed?.id) {
    const message = 'Is not the address of the customer in customerId. Send one of the two.';
    return refuseFields([{ field: 'senderUmaAddress', message }]);
  }
  const sender = named ?? addressed;
  if (sender === undefined || sender.isDeleted)
    return refuse('CUSTOMER_NOT_FOUND', 'There is no active customer with this id or UMA address.');
  return sender;
}

/** Why a customer cannot send any payment. */
export async function refuseUnreadySender(
  unit: Unit,
  tenant: number,
  sender: KnownCustomer,
): Promise<UnreadyRefusal | undefined> {
  return refuseUnready(await findPlatform(unit, tenant), sender);
}
