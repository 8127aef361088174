import { orThrow } from '@payments-platform/client';
import type { CustomerId } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { passportOf, pdfOf, uploadDocument } from '../parties/document.ts';
import { acceptance } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import { hasState, type Platform, type StatefulPlatform, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

const address = { line1: '548 Market Street', postalCode: '94104', country: 'US' } as const;

const person = {
  customerType: 'INDIVIDUAL',
  birthDate: '1990-12-10',
  nationality: 'GB',
  address,
  idType: 'SSN',
  identifier: '123-45-6789',
  endUserTermsConsent: acceptance,
} as const;

const documentTypes = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const;

async function registerPerson({ client }: Platform, fullName: string): Promise<CustomerId> {
  return (await orThrow(client.POST('/customers', { body: { ...person, fullName } }))).id;
}

async function registerBusiness({ client }: Platform, registrationNumber: string): Promise<CustomerId> {
  const businessInfo = {
    legalName: 'Analytical Engines LLC',
    country: 'US',
    incorporatedOn: '2019-05-04',
    taxId: '12-3456789',
    registrationNumber,
  };
  const body = { customerType: 'BUSINESS', businessInfo, address, endUserTermsConsent: acceptance } as const;
  return (await orThrow(client.POST('/customers', { body }))).id;
}

async function addOwner({ client }: Platform, customerId: CustomerId, lastName: string): Promise<void> {
  const { idType, identifier, birthDate, nationality } = person;
  const personalInfo = { firstName: 'Grace', lastName, birthDate, nationality, address, idType, identifier };
  const body = { customerId, roles: ['UBO', 'CONTROL_PERSON'] as const, ownershipPercentage: 60, personalInfo };
  await orThrow(client.POST('/beneficial-owners', { body }));
}

function submit({ client }: Platform, customerId: CustomerId) {
  return orThrow(client.POST('/verifications', { body: { customerId } }));
}

/** The types of the events about a resource so far. */
async function emitted({ webhooks, advance }: StatefulPlatform, resourceId: string): Promise<string[]> {
  await advance(1_000);
  return webhooks.about(resourceId).map(({ event }) => event.type);
}

export function verificationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock verifies nobody');
  const withPaperwork = { skipsVerificationPaperwork: false } as const;

  describe('the verification of a customer', () => {
    scenario(
      'is submitted, read and listed',
      async (platform) => {
        const customerId = await registerPerson(platform, 'Ada Lovelace');
        const submitted = platform.connect({ expected: { status: 200, example: 'personIncomplete' } });
        const verification = await orThrow(submitted.POST('/verifications', { body: { customerId } }));
        expect(verification.verificationStatus).toBe('RESOLVE_ERRORS');
        expect(verification.errors.at(-1)).toMatchObject({ type: 'MISSING_IDENTITY_DOCUMENT' });
        const params = { path: { verificationId: verification.id } };
        const read = await orThrow(platform.client.GET('/verifications/{verificationId}', { params }));
        expect(read.id).toBe(verification.id);
        const { data } = await orThrow(platform.client.GET('/verifications'));
        expect(data.length).toBeGreaterThan(0);
      },
      withPaperwork,
    );

    scenario(
      'is completed on a hosted page',
      async (platform) => {
        const customerId = await registerPerson(platform, 'Ada Lovelace');
        const params = { path: { customerId } };
        const link = await orThrow(platform.client.POST('/customers/{customerId}/kyc-link', { params, body: {} }));
        expect(link).toMatchObject({ kycUrl: expect.stringMatching(/^https?:/), provider: 'KYC_PROVIDER' });
        if (!hasState(platform)) return;
        const form = new URLSearchParams({ outcome: 'APPROVE' });
        expect((await fetch(link.kycUrl, { method: 'POST', body: form })).status).toBe(200);
        expect(await emitted(platform, customerId)).toEqual(['CUSTOMER.KYC_APPROVED']);
      },
      withPaperwork,
    );

    scenario('masks the identifier of a beneficial owner and changes the ownership share', async (platform) => {
      const { client } = platform;
      const customerId = await registerBusiness(platform, '5523111');
      await addOwner(platform, customerId, 'Hopper');
      const { data } = await orThrow(client.GET('/beneficial-owners', { params: { query: { customerId } } }));
      const [owner] = data;
      expect(owner?.personalInfo.identifier).toBe('*******6789');
      const params = { path: { beneficialOwnerId: owner?.id ?? 'BeneficialOwner:' } } as const;
      expect((await orThrow(client.GET('/beneficial-owners/{beneficialOwnerId}', { params }))).id).toBe(owner?.id);
      const changed = await orThrow(
        client.PATCH('/beneficial-owners/{beneficialOwnerId}', { params, body: { ownershipPercentage: 75 } }),
      );
      expect(changed.ownershipPercentage).toBe(75);
    });

    for (const [suffix, status, events] of [
      ['', 'APPROVED', ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED']],
      [' 002', 'REJECTED', ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.REJECTED']],
      [' 001', 'PENDING_MANUAL_REVIEW', ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.PENDING_MANUAL_REVIEW']],
    ] as const) {
      stateful(
        `of a complete person named "Ada Lovelace${suffix}" ends ${status}, and emits each step`,
        async (platform) => {
          const customerId = await registerPerson(platform, `Ada Lovelace${suffix}`);
          await orThrow(uploadDocument(platform.client, passportOf(customerId)));
          const verification = await submit(platform, customerId);
          expect(verification.verificationStatus).toBe(status);
          expect(await emitted(platform, verification.id)).toEqual(events);
          const ending = { APPROVED: 'APPROVED', REJECTED: 'REJECTED', PENDING_MANUAL_REVIEW: 'PENDING' }[status];
          expect(await emitted(platform, customerId)).toEqual([`CUSTOMER.KYC_${ending}`]);
        },
        withPaperwork,
      );
    }

    stateful(
      'is approved after a poor document was replaced, with an event per step',
      async (platform) => {
        const customerId = await registerPerson(platform, 'Ada Lovelace 003');
        const passport = await orThrow(uploadDocument(platform.client, passportOf(customerId)));
        const verification = await submit(platform, customerId);
        expect(verification.errors).toMatchObject([{ resourceId: passport.id, type: 'POOR_QUALITY_DOCUMENT' }]);
        const { documentHolder: _holder, ...parts } = passportOf(customerId);
        const params = { path: { documentId: passport.id } };
        const body = { ...parts, file: pdfOf('%PDF-2.0') };
        await orThrow(platform.client.PUT('/documents/{documentId}', { params, body }));
        expect((await submit(platform, customerId)).verificationStatus).toBe('APPROVED');
        expect(await emitted(platform, verification.id)).toEqual([
          'VERIFICATION.IN_PROGRESS',
          'VERIFICATION.RESOLVE_ERRORS',
          'VERIFICATION.READY_FOR_VERIFICATION',
          'VERIFICATION.IN_PROGRESS',
          'VERIFICATION.APPROVED',
        ]);
        const refused = await refusalOf(platform.client.POST('/verifications', { body: { customerId } }));
        expect(refused).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      },
      withPaperwork,
    );

    stateful(
      'of a business requires documents and owners, and is decided with its owners',
      async (platform) => {
        for (const [number, lastName, status, event] of [
          ['5523111', 'Hopper', 'APPROVED', 'CUSTOMER.KYB_APPROVED'],
          ['5523111', 'Hopper 002', 'REJECTED', 'CUSTOMER.KYB_REJECTED'],
          ['5523001', 'Hopper', 'PENDING_MANUAL_REVIEW', 'CUSTOMER.KYB_PENDING'],
        ] as const) {
          const customerId = await registerBusiness(platform, number);
          const { errors } = await submit(platform, customerId);
          expect(errors.map(({ type }) => type)).toEqual([
            'MISSING_LEGAL_PRESENCE_DOCUMENT',
            'MISSING_CONTROL_STRUCTURE_DOCUMENT',
            'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
            'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
            'MISSING_BENEFICIAL_OWNER',
            'MISSING_CONTROL_PERSON',
          ]);
          await addOwner(platform, customerId, lastName);
          for (const documentType of documentTypes) {
            const parts = { documentHolder: customerId, documentType, country: 'US' };
            await orThrow(uploadDocument(platform.client, parts));
          }
          expect((await submit(platform, customerId)).verificationStatus).toBe(status);
          expect(await emitted(platform, customerId)).toEqual([event]);
        }
      },
      withPaperwork,
    );

    stateful('refuses a quote to a rejected customer with USER_NOT_READY', async (platform) => {
      const { client } = platform;
      const customerId = await registerPerson(platform, 'Ada Lovelace 002');
      const query = { customerId, currency: 'USD' };
      const { data } = await orThrow(client.GET('/customers/internal-accounts', { params: { query } }));
      const pooled = await orThrow(
        client.GET('/platform/internal-accounts', { params: { query: { currency: 'USD' } } }),
      );
      const refusal = await refusalOf(
        client.POST('/quotes', {
          body: {
            source: { sourceType: 'ACCOUNT', accountId: pooled.data[0]?.id ?? 'InternalAccount:' },
            destination: { destinationType: 'ACCOUNT', accountId: data[0]?.id ?? 'InternalAccount:' },
            lockedCurrencySide: 'SENDING',
            lockedCurrencyAmount: 1_000,
          },
        }),
      );
      expect(refusal).toMatchObject({ status: 403, code: 'USER_NOT_READY' });
    });
  });
}
