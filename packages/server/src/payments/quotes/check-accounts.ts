import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { needsProof } from '../pricing/payment-limits.ts';
import { checkDirectDebit } from './check-direct-debit.ts';
import type { Destination, Parties, Source } from './parties.ts';

/** A wallet in these states may receive small payments, or none, until its owner has proved it. */
const awaitingProof = 'PENDING_OWNERSHIP_VERIFICATION';
const proofFailed = 'UNVERIFIED';

type AccountsRefusal = Refusal<
  | 'SELF_PAYMENT'
  | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
  | 'QUOTE_REQUEST_FAILED'
  | 'INVALID_INPUT'
  | 'INVALID_BANK_ACCOUNT'
  | 'BANK_ACCOUNT_VALIDATION_PENDING'
>;

/** Whether both accounts can take part, whatever the amount. */
export function checkAccounts(
  { source, destination }: Parties,
  onBehalfOf: string | undefined,
): AccountsRefusal | undefined {
  if (source.accountId !== null && source.accountId === destination.accountId) {
    return refuse('SELF_PAYMENT', 'Source and destination are the same account. Name two accounts.');
  }
  const undebitable = checkDirectDebit({ source, destination });
  if (undebitable !== undefined) return undebitable;
  if (destination.status === proofFailed) return needsProof(destination.accountId ?? '');
  const unusable = [source, destination].find(({ status }) => status !== 'ACTIVE' && status !== awaitingProof);
  if (unusable !== undefined) return inactive(unusable);
  return checkOwner(source, onBehalfOf) ?? checkRail(destination);
}

/** Above the threshold, a wallet that awaits its proof receives nothing. */
export function awaitsProof({ status }: Destination): boolean {
  return status === awaitingProof;
}

function inactive({ accountId, status }: Source | Destination): Refusal<'QUOTE_REQUEST_FAILED'> {
  return refuse(
    'QUOTE_REQUEST_FAILED',
    `The account ${accountId} is ${status} and can neither send nor receive. Use another account, or try again once it is ACTIVE.`,
  );
}

/** A pooled account of the platform pays for any customer, an account of a customer only for that one. */
function checkOwner(
  { accountId, customerId }: Source,
  onBehalfOf: string | undefined,
): Refusal<'INVALID_INPUT'> | undefined {
  if (onBehalfOf === undefined || customerId === null || customerId === onBehalfOf) return undefined;
  const message = `${accountId} belongs to another customer. Leave customerId out, or name the owner.`;
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
