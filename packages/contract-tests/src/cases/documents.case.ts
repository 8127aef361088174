import { orThrow } from '@payments-platform/client';
import type { CustomerId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { passportOf, pdfOf, uploadDocument } from '../parties/document.ts';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function registerPerson({ client }: Platform): Promise<CustomerId> {
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;
  return (await orThrow(client.POST('/customers', { body }))).id;
}

export function documentCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no documents');

  describe('a document about a customer', () => {
    scenario('is uploaded as a form, read and listed', async (platform) => {
      const { client } = platform;
      const customerId = await registerPerson(platform);
      const passport = platform.connect({ expected: { status: 201, example: 'passport' } });
      const document = await orThrow(uploadDocument(passport, passportOf(customerId)));
      expect(document).toMatchObject({ documentType: 'PASSPORT', country: 'US' });
      const params = { path: { documentId: document.id } };
      expect(await orThrow(client.GET('/documents/{documentId}', { params }))).toEqual(document);
      const query = { documentHolder: document.documentHolder };
      const { data } = await orThrow(client.GET('/documents', { params: { query } }));
      expect(data).toEqual([document]);
    });

    stateful('exists once per type, and is replaced and deleted', async (platform) => {
      const { client } = platform;
      const customerId = await registerPerson(platform);
      const document = await orThrow(uploadDocument(client, passportOf(customerId)));
      const second = await refusalOf(uploadDocument(client, passportOf(customerId)));
      expect(second).toMatchObject({ status: 409, code: 'DOCUMENT_ALREADY_EXISTS' });
      const params = { path: { documentId: document.id } };
      const { documentHolder: _holder, ...parts } = { ...passportOf(customerId), documentNumber: '575034809' };
      const replaced = await orThrow(
        client.PUT('/documents/{documentId}', { params, body: { ...parts, file: pdfOf() } }),
      );
      expect(replaced).toMatchObject({ id: document.id, documentNumber: '575034809' });
      expect((await client.DELETE('/documents/{documentId}', { params })).response.status).toBe(204);
      expect(await refusalOf(client.GET('/documents/{documentId}', { params }))).toMatchObject({ status: 404 });
    });

    stateful(
      'is accepted as PDF, JPEG or PNG, and refused as text or with the code that its documentNumber selects',
      async (platform) => {
        const { client } = platform;
        const customerId = await registerPerson(platform);
        const text = await refusalOf(uploadDocument(client, passportOf(customerId), 'hello'));
        expect(text).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
        expect(refusedFields(text)).toEqual(['file']);
        // The form declares all of them as PDF.
        for (const [documentType, beginning] of [
          ['BANK_STATEMENT', [0x25, 0x50, 0x44, 0x46, 0x2d]],
          ['SELFIE', [0xff, 0xd8, 0xff]],
          ['UTILITY_BILL', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
        ] as const) {
          const parts = { ...passportOf(customerId), documentType };
          expect(await orThrow(uploadDocument(client, parts, new Uint8Array(beginning)))).toMatchObject({
            documentType,
          });
        }
        for (const [documentNumber, code] of [
          ['X201', 'LOW_QUALITY'],
          ['X202', 'INCOMPLETE'],
          ['X203', 'EXPIRED'],
          ['X204', 'UNSUITABLE_DOCUMENT'],
          ['X205', 'DATA_MISMATCH'],
          ['X206', 'SUSPECTED_FRAUD'],
        ] as const) {
          const refusal = await refusalOf(uploadDocument(client, { ...passportOf(customerId), documentNumber }));
          expect(refusal).toMatchObject({ status: 400, code });
        }
      },
    );

    stateful('is refused for an unknown holder', async ({ client }) => {
      const holder = 'Customer:0198c0de-0000-7000-8000-000000000000';
      expect(await refusalOf(uploadDocument(client, passportOf(holder)))).toMatchObject({
        status: 404,
        code: 'DOCUMENT_HOLDER_NOT_FOUND',
      });
    });
  });
}
