import type { CustomerType, VerificationErrorType } from '@payments-platform/types';

/** The flaws that the first check of a document can find; each is the code of a refusal. */
export type DocumentFlaw =
  | 'LOW_QUALITY'
  | 'INCOMPLETE'
  | 'EXPIRED'
  | 'UNSUITABLE_DOCUMENT'
  | 'DATA_MISMATCH'
  | 'SUSPECTED_FRAUD';

/** The outcome of a check. `REVIEW` is a manual review. */
export type CheckOutcome = 'REVIEW' | 'REJECT' | 'REFUSE' | 'APPROVE';

/** The people of a complete submission, and its history. */
export interface SubmittedPeople {
  readonly customerType: CustomerType;
  /** A person's full name, or a business's register number. */
  readonly own: string | undefined;
  readonly ownerLastNames: readonly string[];
  readonly isFirstSubmission: boolean;
  /** Whether files were refused before. All of them have been replaced by now. */
  readonly hadRefusedFiles: boolean;
}

/** The specification's problems of a document that another file resolves. */
export type DocumentProblem = Extract<
  VerificationErrorType,
  | 'INVALID_DOCUMENT'
  | 'EXPIRED_DOCUMENT'
  | 'POOR_QUALITY_DOCUMENT'
  | 'INCOMPLETE_DOCUMENT'
  | 'UNREADABLE_DOCUMENT'
  | 'SUSPECTED_FRAUD_DOCUMENT'
  | 'DOCUMENT_VERIFICATION_FAILED'
>;

/** A decision, a manual review, or a problem with a file of the customer. */
export type SubmissionResult = 'APPROVE' | 'REJECT' | 'REVIEW' | DocumentProblem;

/** The port to the identity provider. */
export interface Identity {
  checkDocument(documentNumber: string | undefined): DocumentFlaw | undefined;
  /** The outcome for a person's full name or a business's register number. */
  outcomeOf(text: string | undefined): CheckOutcome;
  outcomeOfOwner(lastName: string): CheckOutcome;
  /** What the check of a complete submission finds wrong with one of its documents. */
  problemOf(documentNumber: string | undefined): DocumentProblem | undefined;
  checkSubmission(people: SubmittedPeople): SubmissionResult;
  /** The page on which the customer does the check with this token. */
  pageUrl(token: string): string;
}
