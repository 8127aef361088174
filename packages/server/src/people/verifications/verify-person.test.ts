import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { newCustomerId, person } from '../../../test/customers.ts';
import { upload } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { completePerson, problemsIn, readyPerson, replaceFile, submit } from '../../../test/verification-packets.ts';
import type { Identity } from '../../engines/identity/identity.ts';

/** A name that leads to a manual review, whatever is submitted. */
const aPerson: Identity = {
  checkDocument: () => undefined,
  outcomeOf: () => 'REVIEW',
  outcomeOfOwner: () => 'REVIEW',
  problemOf: () => undefined,
  checkSubmission: () => 'REVIEW',
  pageUrl: (token) => `https://checks.example.com/${token}`,
};

const withPaperwork = { skipsVerificationPaperwork: false } as const;

async function statusesOf(server: TestServer, customerId: string): Promise<[string, string]> {
  const { body } = await server.request('GET', `/customers/${customerId}`);
  return [body.verificationStatus, body.kycStatus];
}

async function toldAfter(server: TestServer, skipped: number): Promise<string[]> {
  return (await committedEvents(server)).slice(skipped).map(({ type }) => type);
}

async function eventCount(server: TestServer): Promise<number> {
  return (await committedEvents(server)).length;
}

oneEngine('the verification of a person', (start) => {
  it('lists every missing field and document at once and sets the customer to RESOLVE_ERRORS', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, { customerType: 'INDIVIDUAL' });
    const before = await eventCount(server);
    const answer = await submit(server, customerId);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^Verification:/), customerId, verificationStatus: 'RESOLVE_ERRORS' },
    });
    expect(answer.body.errors).toEqual([
      ...['fullName', 'birthDate', 'nationality', 'address', 'idType', 'identifier'].map((field) => ({
        resourceId: customerId,
        type: 'MISSING_FIELD',
        field,
        reason: `${field} is missing.`,
      })),
      {
        resourceId: customerId,
        type: 'MISSING_IDENTITY_DOCUMENT',
        acceptedDocumentTypes: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
        reason: 'No document proves the identity of the person.',
      },
    ]);
    expect(await statusesOf(server, customerId)).toEqual(['RESOLVE_ERRORS', 'UNVERIFIED']);
    expect(await toldAfter(server, before)).toEqual(['VERIFICATION.RESOLVE_ERRORS']);
    const [event] = await committedEvents(server, answer.body.id);
    expect(event).toMatchObject({ sequence: 1, data: answer.body });
  });

  it.each([
    [{ fullName: 'Ada' }, 'INVALID_FIELD fullName'],
    [{ fullName: '  ' }, 'MISSING_FIELD fullName'],
    [{ address: { line1: ' ', postalCode: 'N1', country: 'GB' } }, 'MISSING_FIELD address.line1'],
    [{ idType: 'EIN', identifier: '12-3456789' }, 'INVALID_FIELD idType'],
    [{ idType: 'NON_US_TAX_ID', identifier: 'QQ123456C' }, 'INVALID_FIELD idType'],
    [
      { idType: 'NON_US_TAX_ID', identifier: 'x', countryOfIssuance: 'GB' },
      'INVALID_FIELD idType,INVALID_FIELD countryOfIssuance',
    ],
  ])(
    'refuses a single name, blank text and an idType other than a US personal tax number: %j',
    async (changes, problems) => {
      const server = await start(withPaperwork);
      const customerId = await newCustomerId(server, { ...completePerson, ...changes });
      await upload(server, customerId);
      expect(problemsIn(await submit(server, customerId)).join()).toBe(problems);
    },
  );

  it('requires both sides of a DRIVERS_LICENSE or a NATIONAL_ID', async () => {
    const server = await start(withPaperwork);
    for (const [documentType, other] of [
      ['DRIVERS_LICENSE', 'NATIONAL_ID'],
      ['NATIONAL_ID', 'DRIVERS_LICENSE'],
    ]) {
      const customerId = await newCustomerId(server, completePerson);
      await upload(server, customerId, { documentType, side: 'FRONT' });
      const half = await submit(server, customerId);
      expect(half.body.errors).toMatchObject([
        { type: 'MISSING_IDENTITY_DOCUMENT', reason: `The back of the ${documentType} is missing.` },
      ]);
      await upload(server, customerId, { documentType: other, side: 'BACK' });
      expect(problemsIn(await submit(server, customerId))).toEqual(['MISSING_IDENTITY_DOCUMENT']);
      await upload(server, customerId, { documentType, side: 'BACK' });
      expect((await submit(server, customerId)).body.verificationStatus).toBe('APPROVED');
    }
  });

  it('requires a verified email address and phone number of a customer in DE', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, { ...completePerson, region: 'DE', email: 'ada@example.com' });
    await upload(server, customerId);
    expect(problemsIn(await submit(server, customerId))).toEqual(['INVALID_FIELD email', 'MISSING_FIELD phoneNumber']);
    await server.request('PATCH', `/customers/${customerId}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber: '+4915550100200',
    });
    for (const path of ['verify-email', 'verify-phone']) {
      await server.request('POST', `/customers/${customerId}/${path}`);
      await server.request('POST', `/customers/${customerId}/${path}/confirm`, { code: '123456' });
    }
    const { body } = await server.request('GET', `/verifications?customerId=${customerId}`);
    expect(body.data).toMatchObject([{ verificationStatus: 'READY_FOR_VERIFICATION', errors: [] }]);
    expect((await submit(server, customerId)).body.verificationStatus).toBe('APPROVED');
  });

  it.each([
    [
      '',
      'APPROVED',
      ['APPROVED', 'APPROVED'],
      ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED', 'CUSTOMER.KYC_APPROVED'],
    ],
    [
      ' 002',
      'REJECTED',
      ['REJECTED', 'REJECTED'],
      ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.REJECTED', 'CUSTOMER.KYC_REJECTED'],
    ],
    [
      ' 001',
      'PENDING_MANUAL_REVIEW',
      ['UNVERIFIED', 'PENDING'],
      ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.PENDING_MANUAL_REVIEW', 'CUSTOMER.KYC_PENDING'],
    ],
    [' 003', 'RESOLVE_ERRORS', ['RESOLVE_ERRORS', 'HOLD'], ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.RESOLVE_ERRORS']],
  ])('decides a complete person with the name suffix "%s" as %s', async (suffix, status, statuses, told) => {
    const server = await start(withPaperwork);
    const { customerId } = await readyPerson(server, suffix);
    expect(await statusesOf(server, customerId)).toEqual(['UNVERIFIED', 'UNVERIFIED']);
    const before = await eventCount(server);
    const answer = await submit(server, customerId);
    expect(answer.body.verificationStatus).toBe(status);
    expect(await statusesOf(server, customerId)).toEqual(statuses);
    expect(await toldAfter(server, before)).toEqual(told);
    expect((await server.request('GET', `/verifications/${answer.body.id}`)).body).toEqual(answer.body);
  });

  it('approves the name suffix 003 once the poor-quality document is replaced', async () => {
    const server = await start(withPaperwork);
    const { customerId, documentId } = await readyPerson(server, ' 003');
    const poor = await submit(server, customerId);
    expect(poor.body.errors).toMatchObject([
      { resourceId: documentId, type: 'POOR_QUALITY_DOCUMENT', acceptedDocumentTypes: ['PASSPORT'] },
    ]);
    expect(problemsIn(await submit(server, customerId))).toEqual(['POOR_QUALITY_DOCUMENT']);
    expect(await statusesOf(server, customerId)).toEqual(['RESOLVE_ERRORS', 'HOLD']);
    const before = await eventCount(server);
    await replaceFile(server, documentId);
    expect(await toldAfter(server, before)).toEqual(['VERIFICATION.READY_FOR_VERIFICATION']);
    expect((await submit(server, customerId)).body).toMatchObject({
      id: poor.body.id,
      verificationStatus: 'APPROVED',
      errors: [],
    });
    expect(await statusesOf(server, customerId)).toEqual(['APPROVED', 'APPROVED']);
  });

  it('keeps one verification, whose errors follow each correction and each deleted document', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, { ...completePerson, birthDate: undefined });
    const first = await submit(server, customerId);
    expect(problemsIn(first)).toEqual(['MISSING_FIELD birthDate', 'MISSING_IDENTITY_DOCUMENT']);
    const before = await eventCount(server);
    const path = `/verifications/${first.body.id}`;
    const change = { customerType: 'INDIVIDUAL', birthDate: '1990-12-10' };
    await server.request('PATCH', `/customers/${customerId}`, change);
    expect(problemsIn(await server.request('GET', path))).toEqual(['MISSING_IDENTITY_DOCUMENT']);
    expect(await toldAfter(server, before)).toEqual([]);

    const { body: document } = await upload(server, customerId);
    expect((await server.request('GET', path)).body).toMatchObject({
      verificationStatus: 'READY_FOR_VERIFICATION',
      errors: [],
    });
    await server.request('DELETE', `/documents/${document.id}`);
    expect(problemsIn(await server.request('GET', path))).toEqual(['MISSING_IDENTITY_DOCUMENT']);
    await upload(server, customerId);
    expect(await statusesOf(server, customerId)).toEqual(['RESOLVE_ERRORS', 'UNVERIFIED']);
    const last = await submit(server, customerId);
    expect(last.body).toMatchObject({ id: first.body.id, verificationStatus: 'APPROVED' });
    expect(await toldAfter(server, before)).toEqual([
      'VERIFICATION.READY_FOR_VERIFICATION',
      'VERIFICATION.RESOLVE_ERRORS',
      'VERIFICATION.READY_FOR_VERIFICATION',
      'VERIFICATION.IN_PROGRESS',
      'VERIFICATION.APPROVED',
      'CUSTOMER.KYC_APPROVED',
    ]);
    const own = await committedEvents(server, first.body.id);
    expect(own.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('returns the same verification and emits no event when repeated in manual review', async () => {
    const server = await start(withPaperwork);
    const { customerId } = await readyPerson(server, ' 001');
    const first = await submit(server, customerId);
    const before = await eventCount(server);
    expect((await submit(server, customerId)).body).toEqual(first.body);
    expect(await eventCount(server)).toBe(before);
  });

  it('is refused once APPROVED or REJECTED, and a new name does not reopen it', async () => {
    const server = await start(withPaperwork);
    for (const [suffix, status] of [
      ['', 'APPROVED'],
      [' 002', 'REJECTED'],
    ] as const) {
      const { customerId } = await readyPerson(server, suffix);
      await submit(server, customerId);
      const renamed = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace 001' };
      await server.request('PATCH', `/customers/${customerId}`, renamed);
      expect((await statusesOf(server, customerId))[0]).toBe(status);
      const again = await submit(server, customerId);
      expect([again.status, refusedFields(again)]).toEqual([400, ['customerId']]);
    }
  });

  it('keeps a submitted document: deletion returns CONFLICT, but its file can be replaced', async () => {
    const server = await start(withPaperwork);
    const { customerId, documentId } = await readyPerson(server);
    await submit(server, customerId);
    expect(await server.request('DELETE', `/documents/${documentId}`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    await replaceFile(server, documentId);
    expect((await statusesOf(server, customerId))[0]).toBe('APPROVED');
  });

  it('follows the identity provider in production, not the name suffix 002', async () => {
    const server = await start({
      environment: 'PRODUCTION',
      production: { identity: aPerson },
      isRegulated: false,
      skipsVerificationPaperwork: false,
    });
    const { customerId } = await readyPerson(server, ' 002');
    expect((await submit(server, customerId)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    expect(await statusesOf(server, customerId)).toEqual(['UNVERIFIED', 'PENDING']);
  });

  it('accepts the name suffix 001 if paperwork is skipped, and refuses a customer decided already', async () => {
    const server = await start();
    const pending = await newCustomerId(server, { ...person, fullName: 'Ada Lovelace 001' });
    expect((await submit(server, pending)).body.verificationStatus).toBe('RESOLVE_ERRORS');
    const { customerId } = await readyPerson(server, ' 001');
    expect((await submit(server, customerId)).body.verificationStatus).toBe('PENDING_MANUAL_REVIEW');
    const decided = await submit(server, await newCustomerId(server));
    expect([decided.status, refusedFields(decided)]).toEqual([400, ['customerId']]);
  });

  it('is refused with 400 on a regulated platform', async () => {
    const server = await start({ isRegulated: true });
    expect((await submit(server, await newCustomerId(server))).status).toBe(400);
  });

  it('returns CUSTOMER_NOT_FOUND for a foreign, a deleted and an unknown customer', async () => {
    const server = await start(withPaperwork);
    const stranger = await start(withPaperwork);
    const customerId = await newCustomerId(server);
    const gone = await newCustomerId(server);
    await server.request('DELETE', `/customers/${gone}`);
    const unknown = 'Customer:0198c0de-7a13-7e74-8a4f-2d3c4b5a6fff';
    for (const answer of [
      await submit(stranger, customerId),
      await submit(server, gone),
      await submit(server, unknown),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
    }
  });
});

eachEngine('the verification of a person', (start) => {
  it('accepts one of eight parallel requests', async () => {
    const server = await start(withPaperwork);
    const { customerId } = await readyPerson(server);
    const before = await eventCount(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(server, customerId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(await toldAfter(server, before)).toHaveLength(3);
  });
});
