import type { DocumentType, VerificationError } from '@payments-platform/types';

/** A fact that one of several documents proves. */
export interface DocumentNeed {
  readonly type: VerificationError['type'];
  readonly acceptedDocumentTypes: readonly DocumentType[];
  readonly reason: string;
}

export const identityNeed: DocumentNeed = {
  type: 'MISSING_IDENTITY_DOCUMENT',
  acceptedDocumentTypes: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
  reason: 'No document proves the identity of the person.',
};

export const businessNeeds: readonly DocumentNeed[] = [
  {
    type: 'MISSING_LEGAL_PRESENCE_DOCUMENT',
    acceptedDocumentTypes: [
      'CERTIFICATE_OF_INCORPORATION',
      'ARTICLES_OF_INCORPORATION',
      'ARTICLES_OF_ASSOCIATION',
      'STATE_REGISTRY_EXCERPT',
    ],
    reason: 'No document proves that the business exists.',
  },
  {
    type: 'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    acceptedDocumentTypes: [
      'DIRECTOR_REGISTRY',
      'TRUST_AGREEMENT',
      'STATE_COMPANY_REGISTRY',
      'PARTNERSHIP_CONTROL_AGREEMENT',
    ],
    reason: 'No document proves who runs the business.',
  },
  {
    type: 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    acceptedDocumentTypes: ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
    reason: 'No document proves who owns the business.',
  },
  {
    type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    acceptedDocumentTypes: [
      'UTILITY_BILL',
      'RENT_OR_LEASE_AGREEMENT',
      'ELECTRICITY_BILL',
      'BANK_STATEMENT',
      'TAX_RETURN',
    ],
    reason: 'No document proves the address of the business.',
  },
];
