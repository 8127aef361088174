import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import type { Parties } from './parties.ts';

type DirectDebitRefusal = Refusal<'INVALID_INPUT' | 'INVALID_BANK_ACCOUNT' | 'BANK_ACCOUNT_VALIDATION_PENDING'>;

/** Whether money may be taken from an external account, and brought where the quote says. */
export function checkDirectDebit({ source, destination }: Parties): DirectDebitRefusal | undefined {
  if (source.funding !== 'COLLECTION') return undefined;
  const { accountId } = source;
  if (source.routes.length === 0) {
    const message = `Money cannot be pulled from ${accountId}: its bank offers no rail for that. Name a US dollar bank account, or pay in with real-time funding.`;
    return refuseFields([{ field: 'source.accountId', message }]);
  }
  if (!destination.isInternal) {
    const message = 'Money that is pulled goes to an internal account. Name one, and pay out from there.';
    return refuseFields([{ field: 'destination.accountId', message }]);
  }
  if (source.collectionStatus === 'REFUSED') {
    return refuse(
      'INVALID_BANK_ACCOUNT',
      `The bank refused the validation of ${accountId} for good. Ask the holder for the details and register the account anew.`,
    );
  }
  if (source.collectionStatus !== 'VALIDATING') return undefined;
  return refuse(
    'BANK_ACCOUNT_VALIDATION_PENDING',
    `${accountId} is still being validated by its bank, which takes a few banking days. Try again after that.`,
  );
}
