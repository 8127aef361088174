import type { UserInfoFieldName } from '@payments-platform/types';
import { readUmaAddress, type UmaAddress } from '../../engines/uma/uma-address.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import { isCurrencyCode } from '../../ground/money/currency.ts';
import {
  afterRequest,
  type Call,
  type ExternalCall,
  type Handler,
  isRefusal,
  type Outcome,
  type Refusal,
  refuse,
  refuseFields,
} from '../../operation/operation.ts';
import { viewIncoming } from '../../payments/transactions/transaction-view.ts';
import {
  findReceivingAccount,
  openUmaPayment,
  type ReceivingAccount,
  type UmaPayment,
} from '../../payments/transactions/uma-payment.ts';
import { findCustomer, findCustomerByUmaAddress, type KnownCustomer } from '../../people/customers/find-customer.ts';
import { refuseUnready } from '../../people/customers/refuse-unready.ts';
import { type CurrencyTerms, findCurrencyTerms } from '../../platform/config/currency-terms.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';

/** A sender at another provider pays to the UMA address of a customer. */
export const sandboxReceive: Handler<'sandboxReceive'> = afterRequest(announceFirst, async (call, announced) => {
  if (isRefusal(announced)) return announced;
  const { reached, ...payment } = announced;
  const reference = newPaymentReference(call.deps.random);
  const row = await openUmaPayment(call, { ...payment, reference, peerTransactionId: null }, reached);
  return { status: 200, body: viewIncoming(row) };
});

type Announced = Omit<UmaPayment, 'reference' | 'peerTransactionId'> & { readonly reached: ReceivingAccount };

/** The sender's provider announces the payment, once the receiver is known to accept it. */
async function announceFirst(
  call: ExternalCall<'sandboxReceive'>,
): Promise<Announced | Extract<Outcome<'sandboxReceive'>, Refusal>> {
  const receivable = await call.deps.database.read((unit) => findReceivable({ ...call, unit }));
  if (isRefusal(receivable)) return receivable;
  const { wanted, ...payment } = receivable;
  return { ...payment, ...(await call.deps.uma.announce(payment.sender, wanted)) };
}

type Receivable = Omit<Announced, 'payer' | 'requestedPayeeFields' | 'abandoned'> & {
  /** The data about the payer that the platform requires. */
  readonly wanted: readonly UserInfoFieldName[];
};

async function findReceivable(
  call: Call<'sandboxReceive'>,
): Promise<Receivable | Extract<Outcome<'sandboxReceive'>, Refusal>> {
  const { unit, tenant } = call;
  const { receivingCurrencyCode: currency, receivingCurrencyAmount } = call.input.body;
  const parties = await findParties(call);
  if (isRefusal(parties)) return parties;
  const { sender, receiver } = parties;
  const unready = refuseUnready(await findPlatform(unit, tenant), receiver);
  if (unready !== undefined) return unready;
  const unreachable = refuse(
    'INVALID_CURRENCY',
    `Customer ${receiver.id} cannot receive ${currency}. Choose another currency.`,
  );
  if (!isCurrencyCode(currency)) return unreachable;
  const [reached, terms] = await Promise.all([
    findReceivingAccount(call, receiver.id, currency),
    findCurrencyTerms(unit, tenant, currency),
  ]);
  if (reached === undefined || terms?.directions.includes('INCOMING') !== true) return unreachable;
  const amountMinor = BigInt(receivingCurrencyAmount);
  const outside = refuseAmount(amountMinor, terms);
  if (outside !== undefined) return outside;
  const wanted = terms.counterpartyRules.map(({ name }) => name);
  return { sender, receiver, currency, amountMinor, reached, wanted };
}

interface Parties {
  readonly sender: UmaAddress;
  readonly receiver: KnownCustomer;
}

type CustomersRefusal = Refusal<'INVALID_INPUT' | 'INVALID_UMA_ADDRESS' | 'CUSTOMER_NOT_FOUND' | 'USER_NOT_FOUND'>;

async function findParties({ input, unit, tenant }: Call<'sandboxReceive'>): Promise<Parties | CustomersRefusal> {
  const { senderUmaAddress, receiverUmaAddress, customerId } = input.body;
  const sender = readUmaAddress(senderUmaAddress);
  const address = receiverUmaAddress === undefined ? undefined : readUmaAddress(receiverUmaAddress);
  if (sender === undefined) return malformed('senderUmaAddress');
  if (receiverUmaAddress !== undefined && address === undefined) return malformed('receiverUmaAddress');
  const [platform, own, named, addressed] = await Promise.all([
    findPlatform(unit, tenant),
    findCustomerByUmaAddress(unit, tenant, sender.text),
    customerId === undefined ? undefined : findCustomer(unit, tenant, customerId),
    address === undefined ? undefined : findCustomerByUmaAddress(unit, tenant, address.text),
  ]);
  if (own !== undefined || sender.domain === platform.uma_domain) {
    const message = 'Is an address of your own platform. Send an address at another provider.';
    return refuseFields([{ field: 'senderUmaAddress', message }]);
  }
  if (customerId !== undefined && address !== undefined && named?.id !== addressed?.id) {
    const message = 'Is not the address of the customer in customerId. Send one of the two.';
    return refuseFields([{ field: 'receiverUmaAddress', message }]);
  }
  const receiver = named ?? addressed;
  if (receiver !== undefined && !receiver.isDeleted) return { sender, receiver };
  return customerId === undefined
    ? refuse('USER_NOT_FOUND', 'No customer has this UMA address.')
    : refuse('CUSTOMER_NOT_FOUND', `There is no active customer ${customerId}.`);
}

function malformed(field: string): Refusal<'INVALID_UMA_ADDRESS'> {
  return refuse('INVALID_UMA_ADDRESS', `${field} is not of the form $name@domain.`);
}

function refuseAmount(
  amountMinor: bigint,
  { minMinor, maxMinor }: CurrencyTerms,
): Refusal<'AMOUNT_OUT_OF_RANGE'> | undefined {
  if (amountMinor >= minMinor && amountMinor <= maxMinor) return undefined;
  return refuse(
    'AMOUNT_OUT_OF_RANGE',
    `Your platform takes from ${minMinor} to ${maxMinor} of the smallest unit. Change receivingCurrencyAmount, or the limits with PATCH /config.`,
  );
}
