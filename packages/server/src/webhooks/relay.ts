import type { KeyObject } from 'node:crypto';
import { type Instant, minuteMs, plusMs } from '../clock/instant.ts';
import type { Row } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { ServerDeps } from '../deps.ts';
import { findPlatform } from '../platforms/find-platform.ts';
import { mustMove } from '../states/transition.ts';
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  findEventPayload,
  recordDelivery,
  skipDeliveries,
} from './deliveries-repository.ts';
import { findSigningKey } from './keys.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import type { WebhookAnswer } from './send.ts';
import { signatureHeader, signatureOf } from './sign.ts';

/**
 * Told of each answer as soon as it is there, since some events are questions. What it does stays outside
 * the delivery: an answer of any kind is recorded as one.
 */
export type OnAnswer = (deps: ServerDeps, delivery: ClaimedDelivery, answer: WebhookAnswer) => Promise<void>;

const batchSize = 128;
/** Longer than an attempt may take, so that a delivery is not taken twice while it is under way. */
const leaseMs = minuteMs;

/** What a tenant's deliveries need, read once per batch. */
interface Receiver {
  readonly endpoint: string | null;
  readonly key: KeyObject;
}

interface Attempt {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: string;
  readonly startedAt: Instant;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** The states out of which a delivery without an endpoint is skipped. */
const skips = (['PENDING', 'WAITING'] as const).map((from) => ({
  from,
  to: mustMove('webhook-delivery', from, 'SKIP').to,
}));

/** Signing keys that were opened, by their sealed form's owner: opening one costs more than signing. */
const openedKeys = new WeakMap<ServerDeps, Map<number, KeyObject>>();

/**
 * Sends what is due now and records how it went; answers how many deliveries it took.
 * No unit is open while anything is sent. Safe to run in any number of processes at once: a delivery
 * may be sent twice only when the process that took it dies.
 */
export async function deliverDueEvents(deps: ServerDeps, onAnswer: OnAnswer): Promise<number> {
  const now = deps.clock.now();
  const claimed = await deps.database.transaction((unit) => {
    for (const { from, to } of skips) skipDeliveries(unit, { now, from, to });
    return claimDueDeliveries(unit, { now, leasedUntil: plusMs(now, leaseMs), limit: batchSize });
  });
  if (claimed.length === 0) return 0;
  const { receivers, payloads } = await deps.database.read((unit) => readBatch(deps, unit, claimed));
  const attempts: Attempt[] = [];
  const skipped: ClaimedDelivery[] = [];
  await Promise.all(
    [...byResource(claimed).values()].map(async (deliveries) => {
      for (const delivery of deliveries) {
        const receiver = receivers.get(delivery.tenant);
        const body = payloads.get(delivery.event_id) ?? '';
        if (receiver === undefined || receiver.endpoint === null) skipped.push(delivery);
        else {
          const { endpoint, key } = receiver;
          attempts.push(await attempt(deps, { delivery, endpoint, key, body }, onAnswer));
        }
      }
    }),
  );
  await deps.database.transaction(async (unit) => record(unit, deps.clock.now(), attempts, skipped));
  return claimed.length;
}

/** Resources side by side, the events of one resource in their order. */
function byResource(claimed: readonly ClaimedDelivery[]): Map<string, ClaimedDelivery[]> {
  const groups = Map.groupBy(claimed, ({ tenant, resource_id }) => `${tenant} ${resource_id}`);
  for (const group of groups.values()) group.sort((a, b) => a.sequence - b.sequence);
  return groups;
}

async function readBatch(
  deps: ServerDeps,
  unit: Unit,
  claimed: readonly ClaimedDelivery[],
): Promise<{ receivers: Map<number, Receiver>; payloads: Map<string, string> }> {
  const receivers = new Map<number, Receiver>();
  for (const tenant of new Set(claimed.map((delivery) => delivery.tenant))) {
    const { webhook_endpoint: endpoint } = await findPlatform(unit, tenant);
    receivers.set(tenant, { endpoint, key: await openKey(deps, unit, tenant) });
  }
  const wanted = claimed.filter(({ tenant }) => receivers.get(tenant)?.endpoint !== null);
  const found = await Promise.all(
    wanted.map(async ({ tenant, event_id }) => [event_id, await findEventPayload(unit, tenant, event_id)] as const),
  );
  return { receivers, payloads: new Map(found) };
}

async function openKey(deps: ServerDeps, unit: Unit, tenant: number): Promise<KeyObject> {
  const keys = openedKeys.get(deps) ?? new Map<number, KeyObject>();
  openedKeys.set(deps, keys);
  const key = keys.get(tenant) ?? (await findSigningKey(unit, tenant, deps.sealer));
  keys.set(tenant, key);
  return key;
}

interface Sending {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: string;
  readonly key: KeyObject;
  readonly body: string;
}

async function attempt(
  deps: ServerDeps,
  { delivery, endpoint, key, body }: Sending,
  onAnswer: OnAnswer,
): Promise<Attempt> {
  const startedAt = deps.clock.now();
  const startedMs = performance.now();
  const answer = await deps.send({ endpoint, body, headers: { [signatureHeader]: signatureOf(body, key) } });
  const durationMs = Math.round(performance.now() - startedMs);
  await onAnswer(deps, delivery, answer);
  return {
    delivery,
    endpoint,
    startedAt,
    durationMs,
    statusCode: answer.statusCode,
    error: answer.statusCode === null ? answer.error : null,
  };
}

function record(unit: Unit, now: Instant, attempts: readonly Attempt[], skipped: readonly ClaimedDelivery[]): void {
  for (const delivery of skipped) {
    const { to } = mustMove('webhook-delivery', delivery.status, 'SKIP');
    recordDelivery(unit, {
      tenant: delivery.tenant,
      eventId: delivery.event_id,
      status: to,
      attempts: delivery.attempts,
      dueAt: null,
    });
  }
  for (const made of attempts) recordAttempt(unit, now, made);
  unit.insert('delivery_attempts', attempts.map(attemptRow));
}

function recordAttempt(unit: Unit, now: Instant, { delivery, statusCode }: Attempt): void {
  const attempts = delivery.attempts + 1;
  const next = nextAttemptAt(delivery.type, delivery.created_at, attempts, now);
  const trigger = triggerOf(statusCode, next !== undefined);
  const { to } = mustMove('webhook-delivery', delivery.status, trigger);
  const dueAt = trigger === 'RETRY' ? (next ?? null) : null;
  recordDelivery(unit, { tenant: delivery.tenant, eventId: delivery.event_id, status: to, attempts, dueAt });
}

function triggerOf(statusCode: number | null, mayRetry: boolean): 'SUCCEED' | 'REFUSE_DUPLICATE' | 'RETRY' | 'EXHAUST' {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return 'SUCCEED';
  if (statusCode === 409) return 'REFUSE_DUPLICATE';
  return mayRetry ? 'RETRY' : 'EXHAUST';
}

function attemptRow({ delivery, endpoint, startedAt, durationMs, statusCode, error }: Attempt): Row {
  return {
    tenant: delivery.tenant,
    event_id: delivery.event_id,
    attempt: delivery.attempts + 1,
    started_at: startedAt,
    duration_ms: durationMs,
    endpoint,
    status_code: statusCode,
    error,
  };
}
