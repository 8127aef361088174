import { findPlatformAccount } from '../../accounts/internal/find-internal-account.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { type FeeTerms, hasFee } from '../../engines/rates/price.ts';
import type { WorkContext } from '../../operation/deps.ts';
import {
  type CustomerInformation,
  findCustomer,
  findCustomerByUmaAddress,
  findCustomerInformation,
  findMissingOfBusiness,
  type KnownCustomer,
} from '../../people/customers/find-customer.ts';
import { findPaymentTerms, type PaymentTerms } from '../../platform/config/currency-terms.ts';
import { providerNeeds } from '../../platform/config/provider-needs.ts';
import type { Parties, QuoteRequest } from './parties.ts';

/** A customer who takes part in the payment, if the id exists. */
export interface Participant {
  readonly id: string;
  readonly customer: KnownCustomer | undefined;
  /** Their data on file; empty if no provider requires it. */
  readonly information: CustomerInformation;
  /** Which of the fields that the bank of the payee requires of a business that pays are not on file. */
  readonly missing: readonly string[];
}

/** The facts that the rules of a quote need besides its parties. */
export interface QuoteFacts {
  readonly terms: PaymentTerms;
  /** The payer comes first. */
  readonly participants: readonly Participant[];
  /** The customer of this platform whose UMA address is paid. */
  readonly umaPayee: Participant | undefined;
  /** The platform's fee: of this request, or the standing one. */
  readonly platformFee: FeeTerms;
  /** The account that the fee would be credited to; not read if there is no fee. */
  readonly feeAccount: InternalAccountRow | undefined;
}

type Reading = Pick<WorkContext, 'unit' | 'tenant' | 'deps'>;

/** Reads everything that decides about the payment between these parties, in parallel. */
export async function readQuoteFacts(context: Reading, request: QuoteRequest, parties: Parties): Promise<QuoteFacts> {
  const { unit, tenant } = context;
  const { source, destination } = parties;
  const corridor = { tenant, sending: source.currency, receiving: destination.currency };
  const [terms, participants, umaPayee] = await Promise.all([
    findPaymentTerms(unit, corridor),
    readParticipants(context, parties, request.source.customerId ?? source.customerId),
    readUmaPayee(context, parties),
  ]);
  const platformFee = chosenFee(request) ?? terms.standingFee;
  const feeAccount = hasFee(platformFee) ? await findPlatformAccount(unit, tenant, source.currency) : undefined;
  return { terms, participants, umaPayee, platformFee, feeAccount };
}

function chosenFee({ platformFeeOverride: chosen }: QuoteRequest): FeeTerms | undefined {
  return chosen && { fixedMinor: BigInt(chosen.platformFixedFee.amount), variableBps: chosen.platformVariableFeeBps };
}

function readParticipants(
  context: Reading,
  { source, destination }: Parties,
  payerId: string | null,
): Promise<Participant[]> {
  const asksPayer = destination.uma !== undefined || providerNeeds(source.currency).length > 0;
  const asksPayee = destination.isInternal && providerNeeds(destination.currency).length > 0;
  const ids = new Set([payerId, destination.customerId].filter((id) => id !== null));
  // The sandbox requires what banks require only if it is strict about accounts.
  const ofPayingBusiness = context.deps.rules.checksDigits ? destination.payingBusinessGives : [];
  return Promise.all(
    [...ids].map((id) =>
      readParticipant(context, id, {
        isAsked: (asksPayer && id === payerId) || (asksPayee && id === destination.customerId),
        ofBusiness: id === payerId ? ofPayingBusiness : [],
      }),
    ),
  );
}

interface Asked {
  readonly isAsked: boolean;
  /** The fields of `businessInfo` that are required, if the customer is a business. */
  readonly ofBusiness: readonly string[];
}

async function readParticipant({ unit, tenant }: Reading, id: string, asked: Asked): Promise<Participant> {
  const [customer, information, missing] = await Promise.all([
    findCustomer(unit, tenant, id),
    asked.isAsked ? findCustomerInformation(unit, tenant, id) : {},
    asked.ofBusiness.length === 0 ? [] : findMissingOfBusiness(unit, { tenant, id }, asked.ofBusiness),
  ]);
  return { id, customer, information, missing };
}

async function readUmaPayee({ unit, tenant }: Reading, { destination }: Parties): Promise<Participant | undefined> {
  if (destination.uma === undefined) return undefined;
  const customer = await findCustomerByUmaAddress(unit, tenant, destination.uma.address.text);
  if (customer === undefined) return undefined;
  const information = await findCustomerInformation(unit, tenant, customer.id);
  return { id: customer.id, customer, information, missing: [] };
}
