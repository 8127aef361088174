import { describe, expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine, type Start } from '../../../test/each-engine.ts';
import { codeSentTo, createMessageInbox } from '../../../test/message-inbox.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { hourMs, minuteMs } from '../../ground/clock/instant.ts';

const emmy = {
  customerType: 'INDIVIDUAL',
  fullName: 'Emmy Noether',
  region: 'DE',
  email: 'emmy@example.com',
  phoneNumber: '+4915550100200',
} as const;

const channels = [
  { channel: 'email', path: 'verify-email', field: 'email', to: emmy.email, other: 'amalie@example.com' },
  { channel: 'phone', path: 'verify-phone', field: 'phoneNumber', to: emmy.phoneNumber, other: '+4915550100999' },
] as const;

interface Steps {
  readonly server: TestServer;
  readonly customerId: string;
  send(): Promise<Answer>;
  confirm(code?: string): Promise<Answer>;
  status(): Promise<unknown>;
}

async function stepsOf(server: TestServer, path: string, body: object = emmy): Promise<Steps> {
  const customerId = await newCustomerId(server, body);
  return {
    server,
    customerId,
    send: () => server.request('POST', `/customers/${customerId}/${path}`),
    confirm: (code = '123456') => server.request('POST', `/customers/${customerId}/${path}/confirm`, { code }),
    status: async () => (await server.request('GET', `/customers/${customerId}`)).body.contactVerification,
  };
}

oneEngine('the contact verification of a customer', (start: Start) => {
  it('is PENDING for email and phone of a customer in DE, and absent in US or without a region', async () => {
    const server = await start();
    const { status } = await stepsOf(server, 'verify-email');
    expect(await status()).toEqual({ email: 'PENDING', phone: 'PENDING' });
    const elsewhere = await stepsOf(server, 'verify-email', { ...emmy, region: 'US' });
    expect(await elsewhere.status()).toBeUndefined();
    const nowhere = await stepsOf(server, 'verify-email', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
    expect(await nowhere.status()).toBeUndefined();
  });

  describe.each(channels)('by $channel', ({ channel, path, field, to, other }) => {
    it('accepts the sandbox code 123456, emits no event, and shows the channel as VERIFIED', async () => {
      const { server, customerId, send, confirm, status } = await stepsOf(await start(), path);
      const before = await committedEvents(server);
      const sent = await send();
      expect([sent.status, sent.text]).toEqual([204, '']);
      await server.advance(minuteMs);
      const confirmed = await confirm();
      expect(confirmed).toMatchObject({
        status: 200,
        body: { id: customerId, [field]: to, updatedAt: '2025-01-01T00:01:00.000Z' },
      });
      const expected = { email: 'PENDING', phone: 'PENDING', [channel]: 'VERIFIED' };
      expect(confirmed.body.contactVerification).toEqual(expected);
      expect(await status()).toEqual(expected);
      expect(await committedEvents(server)).toEqual(before);
    });

    it('sends no message in the sandbox, and a code other than 123456 in production', async () => {
      const messages = createMessageInbox();
      const sandbox = await stepsOf(await start({ production: { messages } }), path);
      await sandbox.send();
      await sandbox.server.advance(0);
      expect(messages.received).toEqual([]);
      const production = await stepsOf(
        await start({ environment: 'PRODUCTION', production: 'SIMULATED', isRegulated: true, deps: { messages } }),
        path,
      );
      await production.send();
      await production.server.advance(0);
      const code = codeSentTo(messages, to);
      expect(messages.received).toMatchObject([{ channel: channel === 'email' ? 'EMAIL' : 'SMS', to }]);
      expect(code).not.toBe('123456');
      expect((await production.confirm('123456')).status).toBe(400);
      expect((await production.confirm(code)).status).toBe(200);
    });

    it('does not store the code in plain text', async () => {
      const messages = createMessageInbox();
      const { server, send } = await stepsOf(
        await start({ environment: 'PRODUCTION', production: 'SIMULATED', isRegulated: true, deps: { messages } }),
        path,
      );
      await send();
      await server.advance(0);
      const rows = await server.deps.database.read((unit) =>
        unit.select((db) => db.selectFrom('contact_codes').selectAll().where('tenant', '=', server.tenant)),
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(codeSentTo(messages, to));
    });

    it('is refused with CONFLICT for a customer in US, where it is not required', async () => {
      const { send, confirm } = await stepsOf(await start(), path, { ...emmy, region: 'US' });
      for (const answer of [await send(), await confirm()]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
        expect(answer.body.reason).toContain('does not have to be verified');
      }
    });

    it('is refused with CONFLICT once the channel is VERIFIED', async () => {
      const { send, confirm } = await stepsOf(await start(), path);
      await send();
      await confirm();
      for (const answer of [await send(), await confirm()]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
        expect(answer.body.reason).toContain('already verified');
      }
    });

    it('is refused with CONFLICT while the customer has no such email address or phone number', async () => {
      const { send } = await stepsOf(await start(), path, {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada',
        region: 'FR',
      });
      const answer = await send();
      expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(answer.body.reason).toContain(field);
    });

    it('refuses a code before one is sent, a wrong code, and a code after ten minutes', async () => {
      const { server, send, confirm } = await stepsOf(await start(), path);
      const before = await confirm();
      await send();
      const wrong = await confirm('654321');
      await server.advance(10 * minuteMs);
      const late = await confirm();
      for (const answer of [before, wrong, late]) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
        expect(refusedFields(answer)).toEqual(['code']);
      }
      await send();
      expect((await confirm()).status).toBe(200);
    });

    it('voids a code after five wrong attempts, and after 32 parallel ones', async () => {
      const { send, confirm } = await stepsOf(await start(), path);
      await send();
      await Promise.all(Array.from({ length: 32 }, (_, index) => confirm(`7${index}`)));
      expect((await confirm()).status).toBe(400);
      await send();
      for (let attempt = 0; attempt < 5; attempt += 1) await confirm('000000');
      expect((await confirm()).status).toBe(400);
      await send();
      for (let attempt = 0; attempt < 4; attempt += 1) await confirm('000000');
      expect((await confirm()).status).toBe(200);
    });

    it('sends at most five codes an hour, then returns RATE_LIMITED with Retry-After', async () => {
      const { server, send } = await stepsOf(await start(), path);
      for (let sent = 0; sent < 5; sent += 1) expect((await send()).status).toBe(204);
      await server.advance(10 * minuteMs);
      const refused = await send();
      expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
      expect(refused.headers['retry-after']).toBe('3000');
      await server.advance(hourMs - 10 * minuteMs);
      expect((await send()).status).toBe(204);
    });

    it('resets to PENDING for a new value, and refuses a code sent to another value', async () => {
      const { server, customerId, send, confirm, status } = await stepsOf(await start(), path);
      await send();
      await confirm();
      await server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', [field]: to });
      expect(await status()).toMatchObject({ [channel]: 'VERIFIED' });
      await server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', [field]: other });
      expect(await status()).toEqual({ email: 'PENDING', phone: 'PENDING' });
      await send();
      await server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', [field]: to });
      expect((await confirm()).status).toBe(400);
    });

    it('returns CUSTOMER_NOT_FOUND for a foreign and a deleted customer', async () => {
      const { server, customerId, send, confirm } = await stepsOf(await start(), path);
      const stranger = await start();
      const answers = [
        await stranger.request('POST', `/customers/${customerId}/${path}`),
        await stranger.request('POST', `/customers/${customerId}/${path}/confirm`, { code: '123456' }),
      ];
      await server.request('DELETE', `/customers/${customerId}`);
      for (const answer of [...answers, await send(), await confirm()]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND' } });
      }
    });
  });
});
