import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { business, newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import {
  addOwner,
  addOwnerNamed,
  completeBusiness,
  ownerInfo,
  problemsIn,
  replaceFile,
  submit,
  uploadBusinessDocuments,
} from '../../../test/verification-packets.ts';

const withPaperwork = { skipsVerificationPaperwork: false } as const;

interface Ready {
  readonly customerId: string;
  readonly documentIds: readonly string[];
}

/** A complete business with one owner. */
async function readyBusiness(server: TestServer, suffix = '111', lastName = 'Hopper'): Promise<Ready> {
  const customerId = await newCustomerId(server, completeBusiness(suffix));
  await addOwnerNamed(server, customerId, lastName);
  return { customerId, documentIds: await uploadBusinessDocuments(server, customerId) };
}

async function statusesOf(server: TestServer, customerId: string): Promise<[string, string, ...string[]]> {
  const { body } = await server.request('GET', `/customers/${customerId}`);
  const owners: { kycStatus: string }[] = body.beneficialOwners ?? [];
  return [body.verificationStatus, body.kybStatus, ...owners.map(({ kycStatus }) => kycStatus)];
}

async function told(server: TestServer): Promise<string[]> {
  const events = await committedEvents(server);
  return events.map(({ type }) => type).filter((type) => /^(VERIFICATION|CUSTOMER)\./.test(type));
}

oneEngine('the verification of a business', (start) => {
  it('lists every missing field, document and person in one response', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, business);
    const answer = await submit(server, customerId);
    expect(problemsIn(answer)).toEqual([
      'MISSING_FIELD address',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
      'MISSING_BENEFICIAL_OWNER',
      'MISSING_CONTROL_PERSON',
    ]);
    expect(answer.body.errors[1].acceptedDocumentTypes).toEqual([
      'CERTIFICATE_OF_INCORPORATION',
      'ARTICLES_OF_INCORPORATION',
      'ARTICLES_OF_ASSOCIATION',
      'STATE_REGISTRY_EXCERPT',
    ]);
    expect(await statusesOf(server, customerId)).toEqual(['RESOLVE_ERRORS', 'UNVERIFIED']);
    expect(await told(server)).toEqual(['VERIFICATION.RESOLVE_ERRORS']);
  });

  it('requires an owner with a share and a control person, and refuses an EIN for an owner', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completeBusiness());
    await uploadBusinessDocuments(server, customerId);
    await addOwner(server, customerId, { roles: ['DIRECTOR'], ownershipPercentage: 0 });
    expect(problemsIn(await submit(server, customerId))).toEqual([
      'MISSING_BENEFICIAL_OWNER',
      'MISSING_CONTROL_PERSON',
    ]);
    const { body: added } = await addOwner(server, customerId);
    const number = { idType: 'EIN', identifier: '12-3456789' };
    await server.request('PATCH', `/beneficial-owners/${added.id}`, { personalInfo: number });
    const answer = await submit(server, customerId);
    expect(answer.body.errors).toMatchObject([{ resourceId: added.id, field: 'personalInfo.idType' }]);
  });

  it('takes blank text about the business and its owners for missing', async () => {
    const server = await start(withPaperwork);
    const businessInfo = { ...business.businessInfo, legalName: ' ', taxId: ' ' };
    const id = await newCustomerId(server, { ...completeBusiness(), businessInfo });
    await uploadBusinessDocuments(server, id);
    const address = { line1: ' ', postalCode: ' ', country: 'US' };
    await addOwner(server, id, { personalInfo: { ...ownerInfo, firstName: ' ', lastName: ' ', address } });
    expect(problemsIn(await submit(server, id))).toEqual([
      'MISSING_FIELD businessInfo.legalName',
      'MISSING_FIELD businessInfo.taxId',
      ...['firstName', 'lastName', 'address.line1', 'address.postalCode'].map(
        (field) => `MISSING_FIELD personalInfo.${field}`,
      ),
    ]);
  });

  it('becomes READY_FOR_VERIFICATION when the missing owner is added', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completeBusiness());
    await uploadBusinessDocuments(server, customerId);
    const { body } = await submit(server, customerId);
    await addOwner(server, customerId);
    expect((await server.request('GET', `/verifications/${body.id}`)).body.verificationStatus).toBe(
      'READY_FOR_VERIFICATION',
    );
  });

  it.each([
    ['111', 'Hopper', 'APPROVED', ['APPROVED', 'APPROVED', 'APPROVED'], 'KYB_APPROVED'],
    ['001', 'Hopper', 'PENDING_MANUAL_REVIEW', ['UNVERIFIED', 'PENDING', 'PENDING'], 'KYB_PENDING'],
    ['111', 'Hopper 001', 'PENDING_MANUAL_REVIEW', ['UNVERIFIED', 'PENDING', 'PENDING'], 'KYB_PENDING'],
    ['111', 'Hopper 002', 'REJECTED', ['REJECTED', 'REJECTED', 'REJECTED'], 'KYB_REJECTED'],
    ['001', 'Hopper 002', 'REJECTED', ['REJECTED', 'REJECTED', 'REJECTED'], 'KYB_REJECTED'],
    ['111', 'Hopper 003', 'APPROVED', ['APPROVED', 'APPROVED', 'APPROVED'], 'KYB_APPROVED'],
  ])(
    'decides a registration number ending in %s with an owner named %s as %s',
    async (suffix, lastName, status, statuses, event) => {
      const server = await start(withPaperwork);
      const { customerId } = await readyBusiness(server, suffix, lastName);
      expect((await submit(server, customerId)).body.verificationStatus).toBe(status);
      expect(await statusesOf(server, customerId)).toEqual(statuses);
      expect(await told(server)).toEqual(['VERIFICATION.IN_PROGRESS', `VERIFICATION.${status}`, `CUSTOMER.${event}`]);
      const [decision] = await committedEvents(server, customerId);
      expect(decision?.data.beneficialOwners).toHaveLength(1);
    },
  );

  it('sets the status of each owner by the name of that owner', async () => {
    const server = await start(withPaperwork);
    const { customerId } = await readyBusiness(server, '111', 'Hopper 002');
    await addOwner(server, customerId, { ownershipPercentage: 40 });
    await submit(server, customerId);
    expect(await statusesOf(server, customerId)).toEqual(['REJECTED', 'REJECTED', 'APPROVED', 'REJECTED']);
  });

  it('returns RESOLVE_ERRORS for a registration number ending in 002 first, and REJECTED the second time', async () => {
    const server = await start(withPaperwork);
    const { customerId, documentIds } = await readyBusiness(server, '002');
    const first = await submit(server, customerId);
    expect(first.body).toMatchObject({
      verificationStatus: 'RESOLVE_ERRORS',
      errors: [{ resourceId: documentIds[0], type: 'DOCUMENT_VERIFICATION_FAILED' }],
    });
    expect(await statusesOf(server, customerId)).toEqual(['RESOLVE_ERRORS', 'HOLD', 'UNVERIFIED']);
    await replaceFile(server, documentIds[0] ?? '');
    expect((await submit(server, customerId)).body.verificationStatus).toBe('REJECTED');
    expect(await statusesOf(server, customerId)).toEqual(['REJECTED', 'REJECTED', 'APPROVED']);
  });

  it('rejects a registration number ending in 002 as soon as nothing is missing', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completeBusiness('002'));
    expect((await submit(server, customerId)).body.verificationStatus).toBe('RESOLVE_ERRORS');
    await addOwner(server, customerId);
    await uploadBusinessDocuments(server, customerId);
    expect((await submit(server, customerId)).body.verificationStatus).toBe('REJECTED');
  });

  it('approves a registration number ending in 003 once the poor-quality document is replaced', async () => {
    const server = await start(withPaperwork);
    const { customerId, documentIds } = await readyBusiness(server, '003');
    expect(problemsIn(await submit(server, customerId))).toEqual(['POOR_QUALITY_DOCUMENT']);
    await replaceFile(server, documentIds[0] ?? '');
    expect((await submit(server, customerId)).body.verificationStatus).toBe('APPROVED');
  });

  it.each([
    ['111', 'APPROVED', 'APPROVED'],
    ['002', 'REJECTED', 'REJECTED'],
    ['001', 'RESOLVE_ERRORS', 'RESOLVE_ERRORS'],
    ['003', 'RESOLVE_ERRORS', 'RESOLVE_ERRORS'],
  ])(
    'decides a registration number ending in %s as %s at the first submission if paperwork is skipped',
    async (suffix, status, customer) => {
      const server = await start();
      const customerId = await newCustomerId(server, {
        ...business,
        businessInfo: { ...business.businessInfo, registrationNumber: `5523${suffix}` },
      });
      expect((await statusesOf(server, customerId))[0]).toBe('UNVERIFIED');
      expect((await submit(server, customerId)).body.verificationStatus).toBe(status);
      expect((await statusesOf(server, customerId))[0]).toBe(customer);
    },
  );

  it('follows the name suffixes of the owners too if paperwork is skipped', async () => {
    const server = await start();
    const rejected = await newCustomerId(server, business);
    await addOwnerNamed(server, rejected, 'Hopper 002');
    expect((await submit(server, rejected)).body.verificationStatus).toBe('REJECTED');
    const reviewed = await newCustomerId(server, { ...business, platformCustomerId: 'second' });
    await addOwnerNamed(server, reviewed, 'Hopper 001');
    expect((await submit(server, reviewed)).body.verificationStatus).toBe('RESOLVE_ERRORS');
  });
});
