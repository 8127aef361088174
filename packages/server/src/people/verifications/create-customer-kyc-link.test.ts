import { expect, it } from 'vitest';
import { chooseOnPage } from '../../../test/caller.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { completeBusiness, completePerson } from '../../../test/verification-packets.ts';
import { dayMs } from '../../ground/clock/instant.ts';

const german = { region: 'DE', email: 'ada@example.com', phoneNumber: '+4915550100200' } as const;
const withPaperwork = { skipsVerificationPaperwork: false } as const;

function link(server: TestServer, customerId: string, body?: object, headers = {}): Promise<Answer> {
  return server.request('POST', `/customers/${customerId}/kyc-link`, body, headers);
}

const choose = ({ body }: Answer, outcome: string): Promise<Answer> => chooseOnPage(body.kycUrl, outcome);

async function statusOf(server: TestServer, customerId: string): Promise<string> {
  return (await server.request('GET', `/customers/${customerId}`)).body.verificationStatus;
}

oneEngine('a KYC link', (start) => {
  it('opens a page of this server and expires with 410 after 24 hours', async () => {
    const server = await start(withPaperwork);
    const answer = await link(server, await newCustomerId(server, completePerson));
    expect(answer).toMatchObject({
      status: 201,
      body: { expiresAt: '2025-01-02T00:00:00.000Z', provider: 'KYC_PROVIDER' },
    });
    const page = await fetch(answer.body.kycUrl);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Verify your identity')]);
    await server.advance(dayMs);
    expect((await fetch(answer.body.kycUrl)).status).toBe(410);
  });

  it.each([
    ['', 'APPROVE', 'APPROVED', ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED', 'CUSTOMER.KYC_APPROVED']],
    [' 002', 'DECLINE', 'REJECTED', ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.REJECTED', 'CUSTOMER.KYC_REJECTED']],
    [
      ' 001',
      'REVIEW',
      'UNVERIFIED',
      ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.PENDING_MANUAL_REVIEW', 'CUSTOMER.KYC_PENDING'],
    ],
    [' 003', 'NEEDS_MORE', 'RESOLVE_ERRORS', ['VERIFICATION.IN_PROGRESS', 'VERIFICATION.RESOLVE_ERRORS']],
  ])(
    'offers the outcome of the name suffix "%s" first, %s, and leaves the customer %s after its choice',
    async (suffix, outcome, status, told) => {
      const server = await start(withPaperwork);
      const customerId = await newCustomerId(server, { ...completePerson, fullName: `Ada Lovelace${suffix}` });
      const made = await link(server, customerId);
      const html = await (await fetch(made.body.kycUrl)).text();
      expect(/value="(\w+)" class="first"/.exec(html)?.[1]).toBe(outcome);
      expect((await choose(made, outcome)).status).toBe(200);
      expect(await statusOf(server, customerId)).toBe(status);
      expect((await committedEvents(server)).slice(-told.length).map(({ type }) => type)).toEqual(told);
    },
  );

  it('redirects to redirectUri with 303 after the first use and returns 410 on the second', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completePerson);
    const made = await link(server, customerId, { redirectUri: 'http://localhost:3000/done' });
    const back = await choose(made, 'APPROVE');
    expect([back.status, back.headers['location']]).toEqual([303, 'http://localhost:3000/done']);
    expect((await choose(made, 'DECLINE')).status).toBe(410);
    expect(await statusOf(server, customerId)).toBe('APPROVED');
  });

  it('leaves an older link valid after a newer one has ended in RESOLVE_ERRORS', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completePerson);
    const [older, newer] = [await link(server, customerId), await link(server, customerId)];
    expect(older.body.kycUrl).not.toBe(newer.body.kycUrl);
    await choose(newer, 'NEEDS_MORE');
    expect((await choose(older, 'APPROVE')).status).toBe(200);
    expect(await statusOf(server, customerId)).toBe('APPROVED');
  });

  it('is created once per Idempotency-Key, and another body under the same key returns CONFLICT', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completePerson);
    const key = { 'idempotency-key': 'one-link' };
    const [first, again] = [await link(server, customerId, {}, key), await link(server, customerId, {}, key)];
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await link(server, customerId, { redirectUri: 'https://app.example.com/done' }, key);
    expect(other).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('verifies a business too', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completeBusiness());
    await choose(await link(server, customerId), 'APPROVE');
    expect(await statusOf(server, customerId)).toBe('APPROVED');
  });

  it('is created for an APPROVED customer too, and its page then changes nothing', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, completePerson);
    await choose(await link(server, customerId), 'APPROVE');
    const before = await committedEvents(server);
    const made = await link(server, customerId);
    expect(made.status).toBe(201);
    await choose(made, 'DECLINE');
    expect(await statusOf(server, customerId)).toBe('APPROVED');
    expect(await committedEvents(server)).toEqual(before);
  });

  it('is refused with CONFLICT while a required contact channel is unverified', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, { ...completePerson, region: 'DE', email: 'ada@example.com' });
    expect(await link(server, customerId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('leads to RESOLVE_ERRORS after the phone number has changed, until the new one is verified', async () => {
    const server = await start(withPaperwork);
    const customerId = await newCustomerId(server, { ...completePerson, ...german });
    const prove = async (channel: 'email' | 'phone'): Promise<void> => {
      await server.request('POST', `/customers/${customerId}/verify-${channel}`);
      await server.request('POST', `/customers/${customerId}/verify-${channel}/confirm`, { code: '123456' });
    };
    await prove('email');
    await prove('phone');
    const [made, another] = [await link(server, customerId), await link(server, customerId)];
    const change = { customerType: 'INDIVIDUAL', phoneNumber: '+4915550100999' };
    expect((await server.request('PATCH', `/customers/${customerId}`, change)).status).toBe(200);
    for (const [page, outcome] of [
      [made, 'APPROVE'],
      [another, 'DECLINE'],
    ] as const) {
      expect((await choose(page, outcome)).status).toBe(200);
      expect(await statusOf(server, customerId)).toBe('RESOLVE_ERRORS');
    }
    const listed = await server.request('GET', `/verifications?customerId=${customerId}`);
    expect(listed.body.data).toMatchObject([{ verificationStatus: 'RESOLVE_ERRORS' }]);
    expect(listed.body.data[0].errors).toContainEqual({
      resourceId: customerId,
      type: 'INVALID_FIELD',
      field: 'phoneNumber',
      reason: 'phoneNumber must be verified first.',
    });
    await prove('phone');
    await choose(await link(server, customerId), 'APPROVE');
    expect(await statusOf(server, customerId)).toBe('APPROVED');
  });

  it.each(['http://app.example.com/done', 'javascript:alert(1)', 'ftp://app.example.com', '/done'])(
    'is refused with the redirectUri %s',
    async (redirectUri) => {
      const server = await start(withPaperwork);
      const answer = await link(server, await newCustomerId(server, completePerson), { redirectUri });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    },
  );

  it('returns CUSTOMER_NOT_FOUND for a foreign, a deleted and an unknown customer', async () => {
    const server = await start(withPaperwork);
    const stranger = await start(withPaperwork);
    const gone = await newCustomerId(server, completePerson);
    await server.request('DELETE', `/customers/${gone}`);
    for (const answer of [
      await link(stranger, await newCustomerId(server, completePerson)),
      await link(server, gone),
      await link(server, 'Customer:0198c0de-7a13-7e74-8a4f-2d3c4b5a6fff'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
  });
});
