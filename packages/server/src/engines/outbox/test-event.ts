import type { Instant } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { appendDeliveries } from './append-deliveries.ts';

interface TestContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly now: Instant;
  readonly deps: { readonly ids: Ids };
}

/** The synthetic event. It concerns no resource, so it has no data. */
export function newTestEvent({ now, deps }: Pick<TestContext, 'now' | 'deps'>): {
  readonly id: string;
  readonly payload: string;
} {
  const id = deps.ids.next('Webhook');
  return { id, payload: JSON.stringify({ test: true, timestamp: now, webhookId: id, type: 'TEST' }) };
}

/**
 * Appends a TEST event to the outbox. Every change of the endpoint requires it; the unit must have set the endpoint
 * before.
 */
export function appendTestEvent(context: TestContext): void {
  const { unit, tenant, now } = context;
  const { id, payload } = newTestEvent(context);
  const event = { tenant, id, type: 'TEST', resource_id: id, sequence: 1, payload, created_at: now } as const;
  unit.insert('events', [{ ...event, request_id: unit.requestId ?? null }]);
  appendDeliveries(unit, [event]);
}
