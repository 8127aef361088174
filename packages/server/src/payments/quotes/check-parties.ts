import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import {
  refuseMissingInformation,
  refuseMissingOfBusiness,
} from '../../people/customers/refuse-missing-information.ts';
import { refuseUnready, type UnreadyRefusal } from '../../people/customers/refuse-unready.ts';
import { needsProof } from '../pricing/payment-limits.ts';
import type { Destination, Parties, Payer, Source } from './parties.ts';
import type { QuoteFacts } from './quote-facts.ts';
import { checkUmaReceiver } from './uma-receiver.ts';

type CustomersRefusal = Refusal<'CUSTOMER_NOT_FOUND' | 'MISSING_MANDATORY_USER_INFO'> | UnreadyRefusal;
type DirectDebitRefusal = Refusal<'INVALID_INPUT' | 'INVALID_BANK_ACCOUNT' | 'BANK_ACCOUNT_VALIDATION_PENDING'>;
type AccountsRefusal = Refusal<
  | 'SELF_PAYMENT'
  | 'INVALID_RECEIVER'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'QUOTE_REQUEST_FAILED'
  | DirectDebitRefusal['code']
>;

/** The customer that the payment belongs to, if both parties can take part in it regardless of the amount. */
export function checkParties(
  parties: Parties,
  facts: QuoteFacts,
  onBehalfOf: string | undefined,
): Payer | CustomersRefusal | AccountsRefusal {
  const payerId = onBehalfOf ?? parties.source.customerId;
  const unknown = checkCustomers(parties, facts, payerId);
  if (unknown !== undefined) return unknown;
  const first = facts.participants[0]?.customer;
  const payer = {
    customerId: first?.id ?? null,
    platformCustomerId: first?.platformCustomerId ?? null,
    payerRegion: payerId === null ? undefined : first?.region,
  };
  const { uma } = parties.destination;
  return (uma && checkUmaReceiver(uma, facts.umaPayee, payer)) ?? checkAccounts(parties, onBehalfOf) ?? payer;
}

/**
 * Each customer of the payment must be verified and, on an unregulated platform, have accepted the end user terms.
 * The provider of the sending currency must know the payer, and the provider of the received currency must know the
 * owner of an internal destination account. The bank of an external account may have to know a business that pays.
 */
function checkCustomers(
  { source, destination }: Parties,
  { terms, participants }: QuoteFacts,
  payerId: string | null,
): CustomersRefusal | undefined {
  for (const { id, customer } of participants) {
    if (customer === undefined || customer.isDeleted)
      return refuse('CUSTOMER_NOT_FOUND', `There is no active customer ${id}.`);
    const unready = refuseUnready(terms.platform, customer);
    if (unready !== undefined) return unready;
  }
  const unknown = (id: string | null, currency: string): Refusal<'MISSING_MANDATORY_USER_INFO'> | undefined => {
    const participant = participants.find((one) => one.id === id);
    return participant && refuseMissingInformation(participant.id, participant.information, currency);
  };
  const payee = destination.isInternal ? destination.customerId : null;
  const business = participants.find(({ missing }) => missing.length > 0);
  return (
    unknown(payerId, source.currency) ??
    unknown(payee, destination.currency) ??
    (business && refuseMissingOfBusiness(business.id, business.missing))
  );
}

/** In the first state a wallet may receive small payments only, in the second none, until its ownership is proved. */
const awaitingProof = 'PENDING_OWNERSHIP_VERIFICATION';
export const proofFailed = 'UNVERIFIED';

/** Whether both accounts can take part, regardless of the amount. */
function checkAccounts({ source, destination }: Parties, onBehalfOf: string | undefined): AccountsRefusal | undefined {
  if (source.accountId !== null && source.accountId === destination.accountId) {
    return refuse('SELF_PAYMENT', 'Source and destination are the same account. Use two different accounts.');
  }
  const undebitable = checkDirectDebit({ source, destination });
  if (undebitable !== undefined) return undebitable;
  if (destination.status === proofFailed) return needsProof(destination.accountId ?? '');
  const unusable = [source, destination].find(({ status }) => status !== 'ACTIVE' && status !== awaitingProof);
  if (unusable !== undefined) return inactive(unusable);
  return checkOwner(source, onBehalfOf) ?? checkRail(destination);
}

/** A wallet that awaits its ownership proof receives nothing above the threshold. */
export function awaitsProof({ status }: Destination): boolean {
  return status === awaitingProof;
}

function inactive({ accountId, status }: Source | Destination): Refusal<'QUOTE_REQUEST_FAILED'> {
  return refuse(
    'QUOTE_REQUEST_FAILED',
    `The account ${accountId} is ${status} and can neither send nor receive. Use another account, or try again once it is ACTIVE.`,
  );
}

/** A pooled account of the platform may pay for any customer, an account of a customer only for its owner. */
function checkOwner(
  { accountId, customerId }: Source,
  onBehalfOf: string | undefined,
): Refusal<'INVALID_INPUT'> | undefined {
  if (onBehalfOf === undefined || customerId === null || customerId === onBehalfOf) return undefined;
  const message = `${accountId} belongs to another customer. Leave customerId out, or send the id of its owner.`;
  return refuseFields([{ field: 'source.customerId', message }]);
}

function checkRail({ accountId, rail, rails, isRailChosen }: Destination): Refusal<'INVALID_INPUT'> | undefined {
  if (!isRailChosen || rails.includes(rail)) return undefined;
  const field = 'destination.paymentRail';
  if (rails.length === 0)
    return refuseFields([
      { field, message: `${accountId} is not reached over a payment rail. Leave paymentRail out.` },
    ]);
  const message = `${accountId} is reached over ${rails.join(', ')}. Choose one of them or leave paymentRail out.`;
  return refuseFields([{ field, message, constraint: { enum: rails } }]);
}

/** Whether the external account can be debited, and whether the destination can receive a direct debit. */
function checkDirectDebit({ source, destination }: Parties): DirectDebitRefusal | undefined {
  if (source.funding !== 'COLLECTION') return undefined;
  const { accountId } = source;
  if (source.routes.length === 0) {
    const message = `Money cannot be pulled from ${accountId}: its bank offers no rail for that. Name a US dollar bank account, or pay in with real-time funding.`;
    return refuseFields([{ field: 'source.accountId', message }]);
  }
  if (!destination.isInternal) {
    const message =
      'A direct debit can only credit an internal account. Use one as the destination, and pay out from there.';
    return refuseFields([{ field: 'destination.accountId', message }]);
  }
  if (source.collectionStatus === 'REFUSED') {
    return refuse(
      'INVALID_BANK_ACCOUNT',
      `The bank refused the validation of ${accountId} permanently. Check the details with the holder and register the account again.`,
    );
  }
  if (source.collectionStatus !== 'VALIDATING') return undefined;
  return refuse(
    'BANK_ACCOUNT_VALIDATION_PENDING',
    `The bank is still validating ${accountId}, which takes a few banking days. Try again after that.`,
  );
}
