import type { CustomerType } from '@payments-platform/types';

/** What the first check of a document can find; each is the code of a refusal. */
export type DocumentFlaw =
  | 'LOW_QUALITY'
  | 'INCOMPLETE'
  | 'EXPIRED'
  | 'UNSUITABLE_DOCUMENT'
  | 'DATA_MISMATCH'
  | 'SUSPECTED_FRAUD';

/** The outcome of a check; a review is manual. */
export type CheckOutcome = 'REVIEW' | 'REJECT' | 'REFUSE' | 'APPROVE';

/** What a complete submission says of its people, and what came before it. */
export interface SubmittedPeople {
  readonly customerType: CustomerType;
  /** A person's full name, or a business's register number. */
  readonly own: string | undefined;
  readonly ownerLastNames: readonly string[];
  readonly isFirstSubmission: boolean;
  /** Whether files were refused before; all of them have been replaced by now. */
  readonly hadRefusedFiles: boolean;
}

/** A decision, a review by a person, or what is wrong with a file of the customer's own. */
export type SubmissionResult =
  | 'APPROVE'
  | 'REJECT'
  | 'REVIEW'
  | 'POOR_QUALITY_DOCUMENT'
  | 'DOCUMENT_VERIFICATION_FAILED';

/** The port to the identity provider. */
export interface Identity {
  lookAtDocument(documentNumber: string | undefined): DocumentFlaw | undefined;
  /** By a person's full name, or a business's register number. */
  outcomeOf(text: string | undefined): CheckOutcome;
  outcomeOfOwner(lastName: string): CheckOutcome;
  checkSubmission(people: SubmittedPeople): SubmissionResult;
  /** Where the customer takes the check of this token. */
  pageUrl(token: string): string;
}
