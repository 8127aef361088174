import type { Address, VerificationError, VerificationResourceId } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { contactVerificationOf } from '../customers/contact-channels.ts';
import type { BusinessProfile, IndividualProfile } from '../customers/customer-profile.ts';
import { isTwoSided } from '../documents/document-rules.ts';
import type { DocumentFacts } from '../documents/documents-of-customer.ts';
import type { OwnerFacts } from '../owners/owners-of.ts';
import { businessNeeds, type DocumentNeed, identityNeed } from './document-needs.ts';
import type { Submission } from './submission.ts';

/** Everything that a submission lacks, one entry for each problem, in the order of the specification. */
export function missingParts({ customer, identity, documents, owners }: Submission): VerificationError[] {
  const id = storedId('Customer', customer.id);
  const own = documents.filter(({ holderId }) => holderId === id);
  const contact = unverifiedContact(id, customer);
  if (identity.customerType === 'INDIVIDUAL') {
    return [...personalFields(id, identity.profile), ...contact, ...missingDocuments(id, own, [identityNeed])];
  }
  return [
    ...businessFields(id, identity.profile),
    ...contact,
    ...missingDocuments(id, own, businessNeeds),
    ...missingPeople(id, owners),
    ...owners.flatMap(ownerFields),
  ];
}

function missing(resourceId: VerificationResourceId, field: string): VerificationError {
  return { resourceId, type: 'MISSING_FIELD', field, reason: `${field} is missing.` };
}

/** Blank text says nothing, so it is missing. */
function blank(resourceId: VerificationResourceId, texts: Readonly<Record<string, string | undefined>>) {
  return Object.entries(texts).flatMap(([field, text]) => (text?.trim() === '' ? [missing(resourceId, field)] : []));
}

function blankAddress(resourceId: VerificationResourceId, field: string, address: Address | undefined) {
  return blank(resourceId, { [`${field}.line1`]: address?.line1, [`${field}.postalCode`]: address?.postalCode });
}

function invalid(resourceId: VerificationResourceId, field: string, reason: string): VerificationError {
  return { resourceId, type: 'INVALID_FIELD', field, reason };
}

/** A person is checked by a United States number, whichever country they are from. */
function personalFields(id: VerificationResourceId, profile: IndividualProfile): VerificationError[] {
  const errors: VerificationError[] = [];
  const { fullName, idType, countryOfIssuance = 'US' } = profile;
  if (fullName === undefined || fullName.trim() === '') errors.push(missing(id, 'fullName'));
  else if (!/\S\s+\S/.test(fullName)) {
    errors.push(invalid(id, 'fullName', 'fullName has one word; it must have a given name and a family name.'));
  }
  for (const field of ['birthDate', 'nationality', 'address', 'idType'] as const) {
    if (profile[field] === undefined) errors.push(missing(id, field));
  }
  errors.push(...blankAddress(id, 'address', profile.address));
  if (idType !== undefined && idType !== 'SSN' && idType !== 'ITIN') {
    errors.push(invalid(id, 'idType', `idType is ${idType}; a person is verified by SSN or ITIN.`));
  }
  if (profile.sealedIdentifier === undefined) errors.push(missing(id, 'identifier'));
  if (countryOfIssuance !== 'US') {
    errors.push(invalid(id, 'countryOfIssuance', `countryOfIssuance is ${countryOfIssuance}; only US is accepted.`));
  }
  return errors;
}

function businessFields(id: VerificationResourceId, { address, businessInfo }: BusinessProfile): VerificationError[] {
  const errors: VerificationError[] = [];
  if (address === undefined) errors.push(missing(id, 'address'));
  for (const field of ['legalName', 'country', 'taxId', 'incorporatedOn'] as const) {
    if (businessInfo?.[field] === undefined) errors.push(missing(id, `businessInfo.${field}`));
  }
  const { legalName, taxId } = businessInfo ?? {};
  errors.push(...blank(id, { 'businessInfo.legalName': legalName, 'businessInfo.taxId': taxId }));
  return [...errors, ...blankAddress(id, 'address', address)];
}

function unverifiedContact(id: VerificationResourceId, customer: CustomerRow): VerificationError[] {
  const status = contactVerificationOf(customer);
  if (status === undefined) return [];
  const channels = [
    { field: 'email', address: customer.email, proof: status.email },
    { field: 'phoneNumber', address: customer.phone_number, proof: status.phone },
  ];
  return channels
    .filter(({ proof }) => proof === 'PENDING')
    .map(({ field, address }) =>
      address === null ? missing(id, field) : invalid(id, field, `${field} must be verified first.`),
    );
}

function missingDocuments(
  id: VerificationResourceId,
  documents: readonly DocumentFacts[],
  needs: readonly DocumentNeed[],
): VerificationError[] {
  return needs
    .filter((need) => !isMet(need, documents))
    .map(({ type, acceptedDocumentTypes, reason }) => ({
      resourceId: id,
      type,
      acceptedDocumentTypes: [...acceptedDocumentTypes],
      reason: halfOf(acceptedDocumentTypes, documents) ?? reason,
    }));
}

function isMet({ acceptedDocumentTypes }: DocumentNeed, documents: readonly DocumentFacts[]): boolean {
  return acceptedDocumentTypes.some((accepted) => {
    const sides = documents.filter(({ documentType }) => documentType === accepted).map(({ side }) => side);
    return isTwoSided(accepted) ? sides.includes('FRONT') && sides.includes('BACK') : sides.length > 0;
  });
}

/** Names the missing side, if one of two is on file. */
function halfOf(
  accepted: DocumentNeed['acceptedDocumentTypes'],
  documents: readonly DocumentFacts[],
): string | undefined {
  const half = documents.find(({ documentType }) => accepted.includes(documentType) && isTwoSided(documentType));
  if (half === undefined) return undefined;
  return `The ${half.side === 'FRONT' ? 'back' : 'front'} of the ${half.documentType} is missing.`;
}

function missingPeople(id: VerificationResourceId, owners: readonly OwnerFacts[]): VerificationError[] {
  const errors: VerificationError[] = [];
  if (!owners.some(({ ownershipPercentage }) => ownershipPercentage > 0)) {
    errors.push({ resourceId: id, type: 'MISSING_BENEFICIAL_OWNER', reason: 'No owner of the business is on file.' });
  }
  if (!owners.some(({ roles }) => roles.includes('CONTROL_PERSON'))) {
    const reason = 'No person on file has the role CONTROL_PERSON.';
    errors.push({ resourceId: id, type: 'MISSING_CONTROL_PERSON', reason });
  }
  return errors;
}

/** An owner has every field, but they can be blank, and the type of their number can be wrong. */
function ownerFields({ id, firstName, lastName, address, idType }: OwnerFacts): VerificationError[] {
  const errors = [
    ...blank(id, { 'personalInfo.firstName': firstName, 'personalInfo.lastName': lastName }),
    ...blankAddress(id, 'personalInfo.address', address),
  ];
  if (idType !== 'EIN') return errors;
  const reason = 'personalInfo.idType is EIN, which identifies a business, not a person.';
  return [...errors, invalid(id, 'personalInfo.idType', reason)];
}
