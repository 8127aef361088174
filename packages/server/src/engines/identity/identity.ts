/** What a first look at a document can find; each is the code of a refusal. */
export type DocumentFlaw =
  | 'LOW_QUALITY'
  | 'INCOMPLETE'
  | 'EXPIRED'
  | 'UNSUITABLE_DOCUMENT'
  | 'DATA_MISMATCH'
  | 'SUSPECTED_FRAUD';

/** The outcome of a check; a review is manual. */
export type CheckOutcome = 'REVIEW' | 'REJECT' | 'REFUSE' | 'APPROVE';

/** The port to the identity provider. */
export interface Identity {
  lookAtDocument(documentNumber: string | undefined): DocumentFlaw | undefined;
  /** By a person's full name, or a business's register number. */
  outcomeOf(text: string | undefined): CheckOutcome;
  outcomeOfOwner(lastName: string): CheckOutcome;
  /** Where the customer takes the check of this token. */
  pageUrl(token: string): string;
}
