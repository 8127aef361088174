import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { business, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';

oneEngine('verification at creation', (start) => {
  it.each([
    ['Ada Lovelace 001', 'UNVERIFIED', 'PENDING', 'CUSTOMER.KYC_PENDING'],
    ['Ada Lovelace 002', 'REJECTED', 'REJECTED', 'CUSTOMER.KYC_REJECTED'],
    ['Ada Lovelace 003', 'RESOLVE_ERRORS', 'UNVERIFIED', undefined],
    ['Ada Lovelace', 'APPROVED', 'APPROVED', 'CUSTOMER.KYC_APPROVED'],
    [undefined, 'APPROVED', 'APPROVED', 'CUSTOMER.KYC_APPROVED'],
  ])(
    'follows the name suffix of a person named %s if paperwork is skipped',
    async (fullName, verificationStatus, kycStatus, type) => {
      const server = await start();
      const { body } = await server.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName });
      expect(body).toMatchObject({ verificationStatus, kycStatus });
      const events = await committedEvents(server, body.id);
      expect(events).toEqual(type === undefined ? [] : [{ type, resourceId: body.id, sequence: 1, data: body }]);
    },
  );

  it('leaves a business UNVERIFIED even if paperwork is skipped', async () => {
    const server = await start();
    const { body } = await server.request('POST', '/customers', {
      ...business,
      businessInfo: { ...business.businessInfo, registrationNumber: '55002' },
    });
    expect(body).toMatchObject({ verificationStatus: 'UNVERIFIED', kybStatus: 'UNVERIFIED' });
    expect(await committedEvents(server, body.id)).toEqual([]);
  });

  it('leaves a person UNVERIFIED if paperwork is not skipped', async () => {
    const server = await start({ skipsVerificationPaperwork: false });
    const { body } = await server.request('POST', '/customers', { ...person, fullName: 'Ada Lovelace 002' });
    expect(body).toMatchObject({ verificationStatus: 'UNVERIFIED', kycStatus: 'UNVERIFIED' });
    expect(await committedEvents(server, body.id)).toEqual([]);
  });

  it('sets the customers of a regulated platform to APPROVED', async () => {
    const server = await start({ isRegulated: true });
    const { body } = await server.request('POST', '/customers', { ...person, fullName: 'Ada Lovelace 002' });
    expect(body).toMatchObject({ verificationStatus: 'APPROVED', kycStatus: 'APPROVED' });
    expect((await server.request('POST', '/customers', business)).body).toMatchObject({
      verificationStatus: 'APPROVED',
      kybStatus: 'APPROVED',
    });
    expect(await committedEvents(server, body.id)).toEqual([]);
  });
});
