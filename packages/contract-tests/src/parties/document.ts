import type { PaymentsClient } from '@payments-platform/client';
import type { CustomerId, DocumentHolder, DocumentType } from '@payments-platform/types';

export interface DocumentParts {
  readonly documentHolder: DocumentHolder;
  readonly documentType: DocumentType;
  readonly side?: 'FRONT' | 'BACK';
  readonly country: string;
  readonly documentNumber?: string;
  readonly issuingAuthority?: string;
}

/** The form fields of the customer's passport. */
export function passportOf(documentHolder: CustomerId): DocumentParts {
  return {
    documentHolder,
    documentType: 'PASSPORT',
    country: 'US',
    documentNumber: '575034801',
    issuingAuthority: 'Department of State',
  };
}

/** A small PDF, or the given content, which is declared as a PDF. */
export function pdfOf(content: string | Uint8Array<ArrayBuffer> = '%PDF-1.7\n'): File {
  return new File([content], 'passport.pdf', { type: 'application/pdf' });
}

export function uploadDocument(
  client: PaymentsClient,
  parts: DocumentParts,
  content?: string | Uint8Array<ArrayBuffer>,
) {
  return client.POST('/documents', { body: { ...parts, file: pdfOf(content) } });
}
