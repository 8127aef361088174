import { findPlatformAccount } from '../../accounts/internal/find-internal-account.ts';
import { type FeeTerms, hasFee } from '../../engines/rates/price.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal } from '../../operation/operation.ts';
import {
  findCustomerByUmaAddress,
  findCustomerInformation,
  findCustomersOfAccounts,
  findMissingOfBusiness,
  type KnownCustomer,
} from '../../people/customers/find-customer.ts';
import { findPaymentTerms } from '../../platform/config/currency-terms.ts';
import { providerNeeds } from '../../platform/config/provider-needs.ts';
import type { Parties, QuoteRequest } from './parties.ts';
import type { KnownQuote, Participant } from './quote-facts.ts';
import { type PartiesRefusal, readParties } from './read-parties.ts';

type Reading = Pick<WorkContext, 'unit' | 'tenant' | 'deps'>;

/**
 * Reads the parties of the payment and everything that decides about it: on PostgreSQL in one round trip, with a second
 * one only for the payee of a UMA address, for data that a provider needs, and for the account of a fee.
 */
export async function readQuote(context: WorkContext, request: QuoteRequest): Promise<KnownQuote | PartiesRefusal> {
  const { unit, tenant } = context;
  const { source, destination } = request;
  const from = source.sourceType === 'ACCOUNT' ? source.accountId : '';
  const to = destination.destinationType === 'ACCOUNT' ? destination.accountId : '';
  const reading = readParties(context, request);
  // The lookup of a UMA address has its currency, and may name the customer who pays.
  const known = to === '' ? await reading : undefined;
  if (known !== undefined && isRefusal(known)) return known;
  const [parties, terms, customers] = await Promise.all([
    reading,
    findPaymentTerms(unit, {
      tenant,
      sending: source.sourceType === 'ACCOUNT' ? from : source.currency,
      receiving: known?.destination.currency ?? to,
    }),
    findCustomersOfAccounts(unit, {
      tenant,
      customerId: source.customerId ?? known?.source.customerId ?? '',
      from,
      to,
    }),
  ]);
  if (isRefusal(parties)) return parties;
  const payerId = source.customerId ?? parties.source.customerId;
  const [participants, umaPayee] = await Promise.all([
    withInformation(context, parties, payerId, customers),
    readUmaPayee(context, parties),
  ]);
  const platformFee = chosenFee(request) ?? terms.standingFee;
  const feeAccount = hasFee(platformFee) ? await findPlatformAccount(unit, tenant, parties.source.currency) : undefined;
  return { parties, facts: { terms, participants, umaPayee, platformFee, feeAccount } };
}

function chosenFee({ platformFeeOverride: chosen }: QuoteRequest): FeeTerms | undefined {
  return chosen && { fixedMinor: BigInt(chosen.platformFixedFee.amount), variableBps: chosen.platformVariableFeeBps };
}

function withInformation(
  { unit, tenant, deps }: Reading,
  { source, destination }: Parties,
  payerId: string | null,
  customers: readonly KnownCustomer[],
): Promise<Participant[]> {
  const asksPayer = destination.uma !== undefined || providerNeeds(source.currency).length > 0;
  const asksPayee = destination.isInternal && providerNeeds(destination.currency).length > 0;
  const ids = new Set([payerId, destination.customerId].filter((id) => id !== null));
  // The sandbox requires what banks require only if it is strict about accounts.
  const ofPayingBusiness = deps.rules.checksDigits ? destination.payingBusinessGives : [];
  return Promise.all(
    [...ids].map(async (id) => {
      const isAsked = (asksPayer && id === payerId) || (asksPayee && id === destination.customerId);
      const ofBusiness = id === payerId ? ofPayingBusiness : [];
      const [information, missing] = await Promise.all([
        isAsked ? findCustomerInformation(unit, tenant, id) : {},
        ofBusiness.length === 0 ? [] : findMissingOfBusiness(unit, { tenant, id }, ofBusiness),
      ]);
      return { id, customer: customers.find((one) => one.id === id), information, missing };
    }),
  );
}

async function readUmaPayee({ unit, tenant }: Reading, { destination }: Parties): Promise<Participant | undefined> {
  if (destination.uma === undefined) return undefined;
  const customer = await findCustomerByUmaAddress(unit, tenant, destination.uma.address.text);
  if (customer === undefined) return undefined;
  const information = await findCustomerInformation(unit, tenant, customer.id);
  return { id: customer.id, customer, information, missing: [] };
}
