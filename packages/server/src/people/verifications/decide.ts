import type { VerificationError } from '@payments-platform/types';
import type { CheckOutcome, Identity } from '../../engines/identity/identity.ts';
import type { Submission } from './submission.ts';
import type { RefusedFile } from './verification-row.ts';

/** The result of a check: a decision, a manual review, or the files to replace. */
export type CheckResult =
  | { readonly trigger: 'APPROVE' | 'REJECT' | 'REVIEW' }
  | { readonly trigger: 'REFUSE'; readonly refused: readonly RefusedFile[] };

/** The text that the check uses: a person's full name, or a business's registration number. */
function ownText({ identity }: Pick<Submission, 'identity'>): string | undefined {
  return identity.customerType === 'INDIVIDUAL'
    ? identity.profile.fullName
    : identity.profile.businessInfo?.registrationNumber;
}

/** The outcome by the customer's own name or registration number. */
export function ownOutcome(checks: Identity, submission: Pick<Submission, 'identity'>): CheckOutcome {
  return checks.outcomeOf(ownText(submission));
}

/** The outcome by the last names of the owners: a rejection comes before a review. */
export function ownersOutcome(checks: Identity, { owners }: Pick<Submission, 'owners'>): CheckOutcome {
  const found = owners.map(({ lastName }) => checks.outcomeOfOwner(lastName));
  if (found.includes('REJECT')) return 'REJECT';
  return found.includes('REVIEW') ? 'REVIEW' : 'APPROVE';
}

export interface SubmissionHistory {
  readonly isFirstSubmission: boolean;
  /** Files that were refused before; all of them have been replaced by now. */
  readonly refused: readonly RefusedFile[];
}

/** Checks a complete submission: its documents first, since nothing is decided without usable ones. */
export function checkSubmission(
  checks: Identity,
  submission: Submission,
  { isFirstSubmission, refused }: SubmissionHistory,
): CheckResult {
  const unusable = submission.documents.flatMap(({ id, fileKey, documentNumber }): RefusedFile[] => {
    const type = checks.problemOf(documentNumber);
    return type === undefined ? [] : [{ documentId: id, fileKey, type }];
  });
  if (unusable.length > 0) return { trigger: 'REFUSE', refused: unusable };
  const result = checks.checkSubmission({
    customerType: submission.identity.customerType,
    own: ownText(submission),
    ownerLastNames: submission.owners.map(({ lastName }) => lastName),
    isFirstSubmission,
    hadRefusedFiles: refused.length > 0,
  });
  const isDecided = result === 'APPROVE' || result === 'REJECT' || result === 'REVIEW';
  return isDecided ? { trigger: result } : refuseFirstFile(submission, result);
}

/** The check could not use one of the customer's own files. */
export function refuseFirstFile({ customer, documents }: Submission, type: RefusedFile['type']): CheckResult {
  const document = documents.find(({ holderId }) => holderId === customer.id);
  if (document === undefined) throw new Error(`the complete submission of ${customer.id} contains no document`);
  return { trigger: 'REFUSE', refused: [{ documentId: document.id, fileKey: document.fileKey, type }] };
}

const reasons: Partial<Record<RefusedFile['type'], string>> = {
  POOR_QUALITY_DOCUMENT: 'The picture is not readable enough. Replace it with a sharp one.',
  DOCUMENT_VERIFICATION_FAILED: 'The document could not be verified. Replace it.',
  INVALID_DOCUMENT: 'The document does not prove what its type requires. Replace it with one that does.',
  EXPIRED_DOCUMENT: 'The document has expired. Replace it with one that is still valid.',
  INCOMPLETE_DOCUMENT: 'A part of the document is missing. Replace it with a file that shows all of it.',
  UNREADABLE_DOCUMENT: 'The file cannot be read. Replace it.',
  SUSPECTED_FRAUD_DOCUMENT: 'The document shows signs of alteration. Contact support before you continue.',
};

/** The errors for refused files that have not been replaced. */
export function standingRefusals({ documents }: Submission, refused: readonly RefusedFile[]): VerificationError[] {
  return refused.flatMap(({ documentId, fileKey, type }) => {
    const document = documents.find(({ id }) => id === documentId);
    if (document === undefined || document.fileKey !== fileKey) return [];
    const acceptedDocumentTypes = [document.documentType];
    return [{ resourceId: document.id, type, acceptedDocumentTypes, reason: reasons[type] ?? 'Replace the document.' }];
  });
}
