import type {
  CheckOutcome,
  DocumentFlaw,
  DocumentProblem,
  Identity,
  SubmissionResult,
  SubmittedPeople,
} from '../../engines/identity/identity.ts';
import { nameSuffix, outcomeOfSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

const flaws: Readonly<Partial<Record<SandboxSuffix, DocumentFlaw>>> = {
  '201': 'LOW_QUALITY',
  '202': 'INCOMPLETE',
  '203': 'EXPIRED',
  '204': 'UNSUITABLE_DOCUMENT',
  '205': 'DATA_MISMATCH',
  '206': 'SUSPECTED_FRAUD',
};

/** No document is examined in the sandbox: the last three characters of its number decide the finding. */
function checkDocument(documentNumber: string | undefined): DocumentFlaw | undefined {
  return outcomeOfSuffix(flaws, nameSuffix(documentNumber));
}

const problems: Readonly<Partial<Record<SandboxSuffix, DocumentProblem>>> = {
  '211': 'INVALID_DOCUMENT',
  '212': 'EXPIRED_DOCUMENT',
  '213': 'INCOMPLETE_DOCUMENT',
  '214': 'UNREADABLE_DOCUMENT',
  '215': 'SUSPECTED_FRAUD_DOCUMENT',
};

const endings: Readonly<Partial<Record<SandboxSuffix, CheckOutcome>>> = {
  '001': 'REVIEW',
  '002': 'REJECT',
  '003': 'REFUSE',
};

/** By the last three characters of a person's full name, or of a business's register number. */
function outcomeOf(text: string | undefined): CheckOutcome {
  return outcomeOfSuffix(endings, nameSuffix(text)) ?? 'APPROVE';
}

/** By the last three characters of an owner's last name; `003` has no meaning here. */
function outcomeOfOwner(lastName: string): CheckOutcome {
  const found = outcomeOf(lastName);
  return found === 'REFUSE' ? 'APPROVE' : found;
}

/** A rejection takes precedence over a review, and both over an approval. */
function checkSubmission(people: SubmittedPeople): SubmissionResult {
  const own = outcomeOf(people.own);
  const owners = people.ownerLastNames.map(outcomeOfOwner);
  // A business that will be rejected first gets the chance to correct its submission.
  if (people.customerType === 'BUSINESS' && own === 'REJECT' && people.isFirstSubmission)
    return 'DOCUMENT_VERIFICATION_FAILED';
  if (own === 'REJECT' || owners.includes('REJECT')) return 'REJECT';
  if (own === 'REVIEW' || owners.includes('REVIEW')) return 'REVIEW';
  return own === 'REFUSE' && !people.hadRefusedFiles ? 'POOR_QUALITY_DOCUMENT' : 'APPROVE';
}

/** Checks no person: endings decide the outcome, and the sandbox's own pages let the caller choose. */
export function createSandboxIdentity(publicUrl: () => string): Identity {
  return {
    checkDocument,
    outcomeOf,
    outcomeOfOwner,
    problemOf: (documentNumber) => outcomeOfSuffix(problems, nameSuffix(documentNumber)),
    checkSubmission,
    pageUrl: (token) => `${publicUrl()}/hosted/${token}`,
  };
}
