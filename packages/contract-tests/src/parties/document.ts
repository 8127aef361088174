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

/** The parts as a form like that of a browser or a back end, with a small PDF. */
export function formOf(parts: Partial<DocumentParts>, file: string | Uint8Array<ArrayBuffer> = '%PDF-1.7\n'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  form.set('file', new Blob([file], { type: 'application/pdf' }), 'passport.pdf');
  return form;
}

/** Sends the form. A typed client has the parts as an object, but sends the form. */
export function uploadDocument(client: PaymentsClient, parts: DocumentParts, file?: string | Uint8Array<ArrayBuffer>) {
  return client.POST('/documents', {
    body: { ...parts, file: '' },
    bodySerializer: () => formOf(parts, file),
  });
}
