import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { WebhookPort } from '../../../test/webhook-port.ts';

/** Resends all events that were skipped without an endpoint. */
async function resendSkipped(server: TestServer): Promise<void> {
  const body = { from: '2025-01-01T00:00:00Z', to: '2025-01-02T00:00:00Z', statuses: ['SKIPPED'] };
  await server.request('POST', '/events/resend', body);
}

/** The positions of the events of a type in the order of sending, from 0. */
function placesOf({ sent }: WebhookPort, type: string): number[] {
  return sent.flatMap((one, at) => (one.type === type ? [at] : []));
}

eachEngine('a resent event', (start) => {
  it('does not delay new events, even with 900 events to resend', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 900);
    await server.app.settle();
    await connect(server, port);
    await resendSkipped(server);
    await emit(server, 20, { type: 'CUSTOMER.KYC_APPROVED' });
    await server.app.settle();
    expect(port.sent.length).toBeGreaterThanOrEqual(920);
    const places = placesOf(port, 'CUSTOMER.KYC_APPROVED');
    expect(places).toHaveLength(20);
    // After 900 others they would be last.
    expect(Math.max(...places)).toBeLessThan(300);
  });

  it('keeps its share of the sends while 900 new events wait', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 200);
    await server.app.settle();
    await connect(server, port);
    await resendSkipped(server);
    await emit(server, 900, { type: 'CUSTOMER.KYC_APPROVED' });
    await server.app.settle();
    const places = placesOf(port, 'CARD.STATE_CHANGE');
    expect(places).toHaveLength(200);
    // One in four of all sent events is slightly less than one for every three new events.
    expect(places.filter((place) => place < 400).length).toBeGreaterThan(60);
    expect(Math.max(...places)).toBeLessThan(1_000);
  });

  it('is sent before new events of the same resource', async () => {
    const { server, port } = await startWithPort(start);
    await emit(server, 600);
    await emit(server, 3, { resource: 'Card:1' });
    await server.app.settle();
    await connect(server, port);
    await resendSkipped(server);
    await emit(server, 2, { resource: 'Card:1', after: 3 });
    await server.app.settle();
    const sequences = port.sent.filter(({ data }) => data?.id === 'Card:1').map(({ sequence }) => sequence);
    expect(sequences).toEqual([1, 2, 3, 4, 5]);
  });
});
