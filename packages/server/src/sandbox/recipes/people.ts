import type { CustomerId, DocumentType, VerificationId } from '@payments-platform/types';
import type { AnswerOf, Maker } from './maker.ts';

const address = {
  line1: '548 Market Street',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94104',
  country: 'US',
} as const;

/** All data that a verification requires of a person, without documents. */
const identity = {
  birthDate: '1990-12-10',
  nationality: 'US',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
} as const;

const businessDocuments: readonly DocumentType[] = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
];

export type Customer = AnswerOf<'createCustomer'>;

function consentOf(maker: Maker) {
  return {
    acceptedAt: maker.now(),
    ipAddress: '203.0.113.24',
    termsVersion: 'V1',
    acceptanceMethod: 'CHECKBOX',
  } as const;
}

/** A person with complete data, without documents. The ending of the name decides the verification. */
export function newPerson(maker: Maker, ending = '', name = 'Ada Lovelace'): Promise<Customer> {
  const body = {
    ...identity,
    customerType: 'INDIVIDUAL',
    fullName: ending === '' ? name : `${name} ${ending}`,
    endUserTermsConsent: consentOf(maker),
  } as const;
  return maker.ask('createCustomer', { body });
}

/** A person who has not accepted the terms. */
export function personWithoutConsent(maker: Maker): Promise<Customer> {
  return maker.ask('createCustomer', { body: { ...identity, customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
}

/**
 * A person who must authenticate by the rules of the European Economic Area, with a verified phone and e-mail address.
 */
export async function newEuropean(maker: Maker): Promise<Customer> {
  const person = {
    ...identity,
    customerType: 'INDIVIDUAL',
    fullName: 'Marie Curie',
    region: 'DE',
    email: `marie.${maker.digits(8)}@example.com`,
    phoneNumber: `+49151${maker.digits(8)}`,
    endUserTermsConsent: consentOf(maker),
  } as const;
  const customer = await maker.ask('createCustomer', { body: person });
  const path = { customerId: customer.id };
  const body = { code: '123456' };
  await maker.ask('sendCustomerEmailVerification', { path });
  await maker.ask('confirmCustomerEmailVerification', { path, body });
  await maker.ask('sendCustomerPhoneVerification', { path });
  await maker.ask('confirmCustomerPhoneVerification', { path, body });
  await approve(maker, customer);
  return customer;
}

/** A business with complete data, but no documents and owners. The ending of its register number decides. */
function newBusiness(maker: Maker, ending = '111'): Promise<Customer> {
  const businessInfo = {
    legalName: 'Analytical Engines LLC',
    country: 'US',
    incorporatedOn: '2019-05-04',
    taxId: '12-3456789',
    registrationNumber: `${maker.digits(6)}${ending}`,
  };
  const body = { customerType: 'BUSINESS', businessInfo, address, endUserTermsConsent: consentOf(maker) } as const;
  return maker.ask('createCustomer', { body });
}

function uploadDocument(maker: Maker, documentHolder: CustomerId, documentType: DocumentType) {
  const body = {
    documentHolder,
    documentType,
    country: 'US',
    documentNumber: `${maker.digits(6)}111`,
    issuingAuthority: 'Department of State',
    file: { name: 'document.pdf', text: '%PDF-1.7\n' },
  } as const;
  return maker.ask('uploadDocument', { body });
}

/** Adds what a verification of a business still requires: its documents, and a person who owns and runs it. */
export async function completeBusiness(maker: Maker, customerId: CustomerId, lastName = 'Hopper'): Promise<void> {
  for (const documentType of businessDocuments) await uploadDocument(maker, customerId, documentType);
  const personalInfo = { ...identity, firstName: 'Grace', lastName };
  const roles = ['UBO', 'CONTROL_PERSON'] as const;
  await maker.ask('createBeneficialOwner', { body: { customerId, roles, ownershipPercentage: 60, personalInfo } });
}

export interface VerifiedBusiness {
  readonly customerId: CustomerId;
  readonly verificationId: VerificationId;
}

function submit(maker: Maker, customerId: CustomerId): Promise<AnswerOf<'createVerification'>> {
  return maker.ask('createVerification', { body: { customerId } });
}

/** Submits a person with a passport. The name decides. */
async function submitPerson(maker: Maker, customerId: CustomerId): Promise<void> {
  await uploadDocument(maker, customerId, 'PASSPORT');
  await submit(maker, customerId);
}

/** If the sandbox skips the paperwork, a person is decided at once; otherwise this submits the person. */
export async function decidePerson(maker: Maker, ending: string): Promise<CustomerId> {
  const customer = await newPerson(maker, ending);
  if (customer.customerType === 'INDIVIDUAL' && customer.kycStatus === 'UNVERIFIED') {
    await submitPerson(maker, customer.id);
  }
  return customer.id;
}

async function approve(maker: Maker, { id, ...customer }: Customer): Promise<void> {
  if (customer.customerType === 'INDIVIDUAL' && customer.kycStatus !== 'APPROVED') await submitPerson(maker, id);
}

/** A person who can pay. */
export async function approvedPerson(maker: Maker, name?: string): Promise<Customer> {
  const customer = await newPerson(maker, '', name);
  await approve(maker, customer);
  return customer;
}

/** A completely submitted business. The ending of its register number has decided. */
export async function decideBusiness(maker: Maker, ending?: string, ownerLastName?: string): Promise<VerifiedBusiness> {
  const { id: customerId } = await newBusiness(maker, ending);
  await completeBusiness(maker, customerId, ownerLastName);
  return { customerId, verificationId: (await submit(maker, customerId)).id };
}

/** A business that was rejected because of its owner's name. It needs no second submission. */
export function rejectedBusiness(maker: Maker): Promise<VerifiedBusiness> {
  return decideBusiness(maker, undefined, 'Hopper 002');
}

/** A business that was submitted with missing data. */
export async function incompleteBusiness(maker: Maker): Promise<VerifiedBusiness> {
  const { id: customerId } = await newBusiness(maker, '001');
  return { customerId, verificationId: (await submit(maker, customerId)).id };
}
