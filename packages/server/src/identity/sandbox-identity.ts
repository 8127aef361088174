import { type MagicEnding, magicEndingOf, wished } from '../ids/magic-endings.ts';

/** What a first look at a document can find; each is the code of a refusal. */
export type DocumentFlaw =
  | 'LOW_QUALITY'
  | 'INCOMPLETE'
  | 'EXPIRED'
  | 'UNSUITABLE_DOCUMENT'
  | 'DATA_MISMATCH'
  | 'SUSPECTED_FRAUD';

const flaws: Readonly<Partial<Record<MagicEnding, DocumentFlaw>>> = {
  '201': 'LOW_QUALITY',
  '202': 'INCOMPLETE',
  '203': 'EXPIRED',
  '204': 'UNSUITABLE_DOCUMENT',
  '205': 'DATA_MISMATCH',
  '206': 'SUSPECTED_FRAUD',
};

/** In the sandbox nobody looks at a document: the last three characters of its number say what was found. */
export function lookAtDocument(documentNumber: string | undefined): DocumentFlaw | undefined {
  return wished(flaws, magicEndingOf(documentNumber));
}

/** How a check ends: what the sandbox reads from the end of a name or of a register number. */
export type CheckEnding = 'REVIEW' | 'REJECT' | 'REFUSE' | 'APPROVE';

const endings: Readonly<Partial<Record<MagicEnding, CheckEnding>>> = {
  '001': 'REVIEW',
  '002': 'REJECT',
  '003': 'REFUSE',
};

/** By the last three characters of a person's full name, or of a business's register number. */
export function endingOf(text: string | undefined): CheckEnding {
  return wished(endings, magicEndingOf(text)) ?? 'APPROVE';
}

/** By the last three characters of an owner's last name; `003` means nothing there. */
export function endingOfOwner(lastName: string): CheckEnding {
  const found = endingOf(lastName);
  return found === 'REFUSE' ? 'APPROVE' : found;
}
