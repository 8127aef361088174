import type { DocumentType } from '@payments-platform/types';
import type { UploadedFile } from '../../engines/files/uploaded-file.ts';
import type { DocumentFlaw, Identity } from '../../engines/identity/identity.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';

/** The form of a document, new or a replacement. */
export interface GivenDocument {
  readonly file: UploadedFile;
  readonly documentType: DocumentType;
  readonly side?: 'FRONT' | 'BACK';
  readonly documentNumber?: string;
  readonly issuingAuthority?: string;
}

const largestFileBytes = 10 * 1024 * 1024;
const identityTypes: ReadonlySet<DocumentType> = new Set(['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID']);
const twoSidedTypes: ReadonlySet<DocumentType> = new Set(['DRIVERS_LICENSE', 'NATIONAL_ID']);

const kinds: readonly { readonly contentType: string; readonly beginning: readonly number[] }[] = [
  { contentType: 'application/pdf', beginning: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { contentType: 'image/jpeg', beginning: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', beginning: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
];

/** The content type by the first bytes of the file; its name and its declared type are ignored. */
export function contentTypeOf({ head }: Pick<UploadedFile, 'head'>): string | undefined {
  return kinds.find(({ beginning }) => beginning.every((byte, place) => head[place] === byte))?.contentType;
}

export function isTwoSided(documentType: DocumentType): boolean {
  return twoSidedTypes.has(documentType);
}

/** All errors in a form that its schema cannot express. */
export function brokenDocumentRules(given: GivenDocument): FieldError[] {
  const errors: FieldError[] = [];
  const { file, documentType } = given;
  const isUsable = file.sizeBytes <= largestFileBytes && contentTypeOf(file) !== undefined;
  if (!isUsable) errors.push({ field: 'file', message: 'Send a PDF, JPEG or PNG of at most 10 MiB.' });
  if (identityTypes.has(documentType)) {
    for (const field of ['documentNumber', 'issuingAuthority'] as const) {
      if (given[field] === undefined) errors.push({ field, message: `A ${documentType} requires this field.` });
    }
  }
  if (isTwoSided(documentType) && given.side === undefined) {
    const constraint = { enum: ['FRONT', 'BACK'] };
    errors.push({
      field: 'side',
      message: `Each side of a ${documentType} is a separate document. Send the side.`,
      constraint,
    });
  }
  return errors;
}

const reasons: Readonly<Record<DocumentFlaw, string>> = {
  LOW_QUALITY: 'The picture cannot be read. Send a sharp one that shows all four corners.',
  INCOMPLETE: 'A part of the document is missing. Send all of its pages.',
  EXPIRED: 'The document has expired. Send one that is still valid.',
  UNSUITABLE_DOCUMENT: 'The document does not prove what its type requires. Send one that does.',
  DATA_MISMATCH: 'The document contradicts the data on file. Correct the data, or send the right document.',
  SUSPECTED_FRAUD: 'The document shows signs of alteration. Contact support before you continue.',
};

/** The first check of a file, if an identity provider is configured. */
export function refuseAtFirstCheck(
  identity: Identity,
  { documentNumber }: Pick<GivenDocument, 'documentNumber'>,
): Refusal<DocumentFlaw> | undefined {
  const flaw = isConfigured(identity) ? identity.checkDocument(documentNumber) : undefined;
  return flaw && refuse(flaw, reasons[flaw]);
}
