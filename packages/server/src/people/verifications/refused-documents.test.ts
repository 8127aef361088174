import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { fileOf, formOf, passport, upload } from '../../../test/documents.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { completePerson, problemsIn, submit } from '../../../test/verification-packets.ts';

const withPaperwork = { skipsVerificationPaperwork: false } as const;

function replace(server: TestServer, documentId: string, parts: object): Promise<Answer> {
  return server.request('PUT', `/documents/${documentId}`, formOf({ ...passport, file: fileOf('pdf'), ...parts }));
}

oneEngine('a document that the check of a submission refuses', (start) => {
  it.each([
    ['211', 'INVALID_DOCUMENT'],
    ['212', 'EXPIRED_DOCUMENT'],
    ['213', 'INCOMPLETE_DOCUMENT'],
    ['214', 'UNREADABLE_DOCUMENT'],
    ['215', 'SUSPECTED_FRAUD_DOCUMENT'],
  ])('has the number suffix %s and is reported as %s until its file is replaced', async (suffix, type) => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completePerson);
    const documentNumber = `575034${suffix}`;
    const { body: document } = await upload(server, customerId, { documentNumber });
    const refused = await submit(server, customerId);
    expect(refused.body).toMatchObject({
      verificationStatus: 'RESOLVE_ERRORS',
      errors: [{ resourceId: document.id, type, acceptedDocumentTypes: ['PASSPORT'], reason: expect.any(String) }],
    });
    expect(problemsIn(await submit(server, customerId))).toEqual([type]);
    expect((await replace(server, document.id, { documentNumber })).status).toBe(200);
    expect(problemsIn(await submit(server, customerId))).toEqual([type]);
    expect((await replace(server, document.id, {})).status).toBe(200);
    expect((await submit(server, customerId)).body).toMatchObject({ verificationStatus: 'APPROVED', errors: [] });
  });

  it('is reported with every other one, and before a rejection by the name', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, { ...completePerson, fullName: 'Ada Lovelace 002' });
    const sides = await Promise.all(
      ['FRONT', 'BACK'].map((side) =>
        upload(server, customerId, { documentType: 'DRIVERS_LICENSE', side, documentNumber: 'D212' }),
      ),
    );
    const refused = await submit(server, customerId);
    expect(refused.body.errors.map(({ resourceId }: { resourceId: string }) => resourceId).toSorted()).toEqual(
      sides.map(({ body }) => body.id).toSorted(),
    );
    for (const { body } of sides)
      await replace(server, body.id, { documentType: 'DRIVERS_LICENSE', side: body.side, documentNumber: 'D100' });
    expect((await submit(server, customerId)).body.verificationStatus).toBe('REJECTED');
  });
});
