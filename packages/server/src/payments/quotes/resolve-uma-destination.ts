import { readUmaAddress } from '../../engines/uma/uma-address.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Input, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findCustomerByUmaAddress } from '../../people/customers/find-customer.ts';
import { findLookup } from '../receivers/find-lookup.ts';
import type { Destination, Payer, UmaReceiver } from './parties.ts';

type Request = Input<'createQuote'>['body'];
export type UmaDestination = Extract<Request['destination'], { readonly destinationType: 'UMA_ADDRESS' }>;

type UmaRefusal = Refusal<
  'INVALID_UMA_ADDRESS' | 'INVALID_INPUT' | 'LOOKUP_REQUEST_NOT_FOUND' | 'INVALID_RECEIVER' | 'INVALID_CURRENCY'
>;

/** Finds what is to be paid through the lookup that was made of it. */
export async function resolveUmaDestination(
  context: WorkContext,
  { lookupId }: Request,
  destination: UmaDestination,
): Promise<Destination | UmaRefusal> {
  const address = readUmaAddress(destination.umaAddress);
  if (address === undefined) {
    return refuse('INVALID_UMA_ADDRESS', 'destination.umaAddress is not of the form $name@domain. Look it up first.');
  }
  if (lookupId === undefined) {
    const message = 'A UMA address is paid through a lookup. Send the lookupId of GET /receiver/uma/{address}.';
    return refuseFields([{ field: 'lookupId', message }]);
  }
  const lookup = await findLookup(context, lookupId);
  if (lookup === undefined) return unknownLookup(lookupId);
  if (lookup.receiver !== address.text) {
    return refuse(
      'INVALID_RECEIVER',
      'The lookup was made for another receiver. Look this address up and send its lookupId.',
    );
  }
  const codes = lookup.currencies.map((one) => one.currency);
  const currency = codes.find((code) => code === (destination.currency ?? codes[0]));
  if (currency === undefined) {
    return refuse('INVALID_CURRENCY', `The receiver can be paid in ${codes.join(', ')}. Choose one of them.`);
  }
  return {
    accountId: null,
    customerId: null,
    currency,
    status: 'ACTIVE',
    isInternal: false,
    identifier: address.text,
    rail: 'UMA',
    isRailChosen: false,
    rails: [],
    bankRail: null,
    network: null,
    uma: { address, lookup },
  };
}

export function unknownLookup(lookupId: string): Refusal<'LOOKUP_REQUEST_NOT_FOUND'> {
  return refuse(
    'LOOKUP_REQUEST_NOT_FOUND',
    `There is no lookup ${lookupId} of the last 15 minutes. Look the receiver up again.`,
  );
}

/** A lookup is good for the sender it was made for, who is somebody else than the receiver. */
export async function checkUmaReceiver(
  { unit, tenant }: WorkContext,
  { address, lookup }: UmaReceiver,
  payer: Payer,
): Promise<Refusal<'SELF_PAYMENT' | 'INVALID_INPUT'> | undefined> {
  const receiver = await findCustomerByUmaAddress(unit, tenant, address.text);
  if (receiver !== undefined && receiver.id === payer.customerId) {
    return refuse('SELF_PAYMENT', 'The UMA address belongs to the customer who pays. Name another receiver.');
  }
  if (lookup.senderCustomerId === payer.customerId) return undefined;
  const message = `The lookup was made for ${lookup.senderCustomerId ?? 'the platform'}, not for who pays. Pay on behalf of that customer, or look the receiver up again.`;
  return refuseFields([{ field: 'lookupId', message }]);
}
