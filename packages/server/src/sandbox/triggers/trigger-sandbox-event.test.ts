import { type EventType, eventTriggers, eventTypes } from '@payments-platform/types';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { eventsOf } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { type TestServer, testStart } from '../../../test/test-server.ts';
import { openInbox, type WebhookInbox } from '../../../test/webhook-inbox.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the specification
async function trigger(server: TestServer, type: string, parts: object = {}): Promise<any> {
  const { status, body, text } = await server.request('POST', '/sandbox/triggers', { type, ...parts });
  if (status !== 200) throw new Error(`${type}: ${text}`);
  return body;
}

oneEngine('triggering an event', (start) => {
  let inbox: WebhookInbox;
  beforeEach(async () => {
    inbox = await openInbox();
  });
  afterEach(() => inbox.close());

  it.each([
    ['a platform that skips verification paperwork', true],
    ['a platform that requires it', false],
  ])('emits each event of the catalogue at its stated time, on %s', async (_platform, skipsVerificationPaperwork) => {
    const server = await start({ skipsVerificationPaperwork });
    await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    await server.request('PATCH', '/sandbox/clock', { isFrozen: true });
    const listed = await server.request('GET', '/sandbox/triggers');
    expect(listed.body.data.map(({ type }: { type: string }) => type)).toEqual(eventTypes);
    for (const type of eventTypes) {
      const { now } = (await server.request('GET', '/sandbox/clock')).body;
      const made = await trigger(server, type, { advancesClock: true });
      const at = plusMs(now, eventTriggers[type].afterSeconds * secondMs);
      expect(made, type).toMatchObject({ type, status: 'HAPPENED', at });
      if (type === 'TEST') continue;
      const told = (await server.request('GET', `/events/${made.eventId}`)).body;
      expect(told).toMatchObject({ type, resourceId: made.resourceId, createdAt: at });
    }
    expect(inbox.types()).toEqual(expect.arrayContaining(['TEST']));
    await expectHealthy(server);
  });

  it('returns DUE with the time, and does not move the clock unless requested', async () => {
    const server = await start();
    const made = await trigger(server, 'OUTGOING_PAYMENT.FAILED');
    const at = plusMs(testStart, 2 * secondMs);
    expect(made).toEqual({ type: 'OUTGOING_PAYMENT.FAILED', status: 'DUE', at, resourceId: made.resourceId });
    expect((await server.request('GET', '/sandbox/clock')).body.now).toBe(testStart);
    await server.advance(2 * secondMs);
    expect(await eventsOf(server, made.resourceId)).toContain('OUTGOING_PAYMENT.FAILED');
  });

  it('emits an event for a given resource, each time with a higher sequence', async () => {
    const server = await start();
    const { cards, payments } = (
      await server.request('POST', '/sandbox/fixtures', { name: 'EVERYTHING', advancesClock: true })
    ).body.ids;
    const onto: readonly (readonly [EventType, string])[] = [
      ['CARD_TRANSACTION.PARTIALLY_SETTLED', cards.authorized],
      ['CARD_TRANSACTION.SETTLED', cards.authorized],
      ['CARD.FUNDING_SOURCE_CHANGE', cards.active],
      ['CARD.STATE_CHANGE', cards.active],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', cards.account],
      ['INTERNAL_ACCOUNT.STATUS_UPDATED', cards.account],
      ['OUTGOING_PAYMENT.PROCESSING', payments.pending],
    ];
    for (const [type, resourceId] of onto) {
      const before = (await eventsOf(server, resourceId)).length;
      const made = await trigger(server, type, { resourceId });
      expect(made, type).toMatchObject({ type, status: 'HAPPENED', resourceId });
      expect((await server.request('GET', `/events/${made.eventId}`)).body.sequence).toBeGreaterThan(before);
      const again = await server.request('POST', '/sandbox/triggers', { type, resourceId });
      const isRepeated = ['CARD.FUNDING_SOURCE_CHANGE', 'INTERNAL_ACCOUNT.BALANCE_UPDATED'].includes(type);
      if (isRepeated) expect(again.status, type).toBe(200);
      else if (type !== 'CARD_TRANSACTION.PARTIALLY_SETTLED')
        expect(refusedFields(again), type).toEqual(['resourceId']);
    }
    await expectHealthy(server);
  });

  it('refuses a resourceId of another kind, unknown or foreign, and creates no customer', async () => {
    const [server, other] = [await start(), await start()];
    const foreign = (await trigger(other, 'CARD.STATE_CHANGE')).resourceId;
    const card = 'Card:0198c0de-7a16-7d41-9e4f-60718293a4b5';
    const refused: readonly (readonly [string, string])[] = [
      ['CARD.STATE_CHANGE', 'InternalAccount:0198c0de-7a16-7d41-9e4f-60718293a4b5'],
      ['CARD.STATE_CHANGE', card],
      ['CARD.STATE_CHANGE', 'Card:none'],
      ['CARD.STATE_CHANGE', foreign],
      ['CUSTOMER.KYC_APPROVED', card],
    ];
    for (const [type, resourceId] of refused)
      expect(refusedFields(await server.request('POST', '/sandbox/triggers', { type, resourceId })), type).toEqual([
        'resourceId',
      ]);
    expect((await server.request('GET', '/customers')).body.data).toEqual([]);
  });

  it('refuses an unknown event type', async () => {
    const server = await start();
    const { status, body } = await server.request('POST', '/sandbox/triggers', { type: 'OUTGOING_PAYMENT.LOST' });
    expect([status, body.details.errors[0].field]).toEqual([400, 'type']);
  });

  it('requires a token with all permissions, and names the missing one', async () => {
    const server = await start();
    const manager = await server.withToken(['VIEW', 'MANAGE']);
    const { status, body } = await manager.request('POST', '/sandbox/triggers', { type: 'CUSTOMER.KYC_APPROVED' });
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    expect(body.reason).toContain('lacks TRANSACT');
    expect((await server.request('GET', '/customers')).body.data).toEqual([]);
  });

  it('returns CONFLICT with the refused operation when a setting of the platform is missing', async () => {
    const server = await start();
    const { status, body } = await server.request('POST', '/sandbox/triggers', { type: 'INVITATION.CLAIMED' });
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect(body.details).toEqual({ operationId: 'createInvitation', code: 'INVITATIONS_NOT_CONFIGURED' });
    expect(body.reason).toContain('POST /invitations');
  });

  it('returns RATE_LIMITED while 17 requests of the platform wait, and serves other platforms', async () => {
    const server = await start();
    const other = await start();
    const { inner } = server.app.deps;
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waiting = Array.from({ length: 17 }, () => inner.inTurn(server.tenant, () => gate));
    const refused = await server.request('POST', '/sandbox/triggers', { type: 'CUSTOMER.KYC_APPROVED' });
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '1']);
    expect((await trigger(other, 'CUSTOMER.KYC_APPROVED')).status).toBe('HAPPENED');
    open();
    await Promise.all(waiting);
    expect((await trigger(server, 'CUSTOMER.KYC_APPROVED')).status).toBe('HAPPENED');
  });

  it('is refused in production with FORBIDDEN', async () => {
    const server = await start({ environment: 'PRODUCTION', isRegulated: true });
    const { status, body } = await server.request('POST', '/sandbox/triggers', { type: 'CUSTOMER.KYC_APPROVED' });
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  });
});
