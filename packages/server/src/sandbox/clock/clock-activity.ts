import type { SandboxClockAdvance } from '@payments-platform/types';
import type { Kysely } from 'kysely';
import type { ClockAdvance } from '../../engines/due-work/timekeeper.ts';
import { dayMs, epochMsOf, type Instant, plusMs } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

const mostActivities = 200;
/** An event is resent for at most this long. */
const retriedForMs = 7 * dayMs;

interface Window {
  readonly tenant: number;
  readonly after: Instant;
  readonly until: Instant;
  /** Ids of events sort by time: the ids of the window lie between these. */
  readonly firstId: string;
  readonly endId: string;
  readonly limit: number;
}

interface EventRow {
  readonly created_at: Instant;
  readonly id: string;
  readonly type: string;
  readonly resource_id: string;
}

interface AttemptRow {
  readonly started_at: Instant;
  readonly event_id: string;
  readonly type: string;
  readonly resource_id: string;
  readonly attempt: number;
  readonly status_code: number | null;
}

const eventsIn = (db: Kysely<Schema>, window: Window) =>
  db
    .selectFrom('events')
    .where('tenant', '=', window.tenant)
    .where('id', '>=', window.firstId)
    .where('id', '<', window.endId)
    .where('created_at', '>', window.after)
    .where('created_at', '<=', window.until);

const events = statement<Window, EventRow>('listEventsOfAdvance', (db, window) =>
  eventsIn(db, window).select(['created_at', 'id', 'type', 'resource_id']).orderBy('id').limit(window.limit),
);

const countEvents = statement<Window, { count: number | bigint }>('countEventsOfAdvance', (db, window) =>
  eventsIn(db, window).select(({ fn }) => fn.countAll<number | bigint>().as('count')),
);

const attempts = statement<Window, AttemptRow>('listAttemptsOfAdvance', (db, window) =>
  db
    .selectFrom('delivery_attempts as made')
    .innerJoin('deliveries as of', (join) =>
      join.onRef('of.tenant', '=', 'made.tenant').onRef('of.event_id', '=', 'made.event_id'),
    )
    .select(['made.started_at', 'made.event_id', 'of.type', 'of.resource_id', 'made.attempt', 'made.status_code'])
    .where('made.tenant', '=', window.tenant)
    .where('made.event_id', '>=', window.firstId)
    .where('made.event_id', '<', window.endId)
    .where('made.started_at', '>', window.after)
    .where('made.started_at', '<=', window.until)
    .orderBy('made.started_at')
    .orderBy('made.event_id')
    .limit(window.limit),
);

const countAttempts = statement<Window, { count: number | bigint }>('countAttemptsOfAdvance', (db, window) =>
  db
    .selectFrom('delivery_attempts')
    .select(({ fn }) => fn.countAll<number | bigint>().as('count'))
    .where('tenant', '=', window.tenant)
    .where('event_id', '>=', window.firstId)
    .where('event_id', '<', window.endId)
    .where('started_at', '>', window.after)
    .where('started_at', '<=', window.until),
);

/** The lowest id of events from this moment on. A UUID of version 7 begins with its millisecond. */
function idsFrom(instant: Instant): string {
  const digits = epochMsOf(instant).toString(16).padStart(12, '0');
  return `Webhook:${digits.slice(0, 8)}-${digits.slice(8)}`;
}

type Activity = SandboxClockAdvance['happened'][number];

/** What happened on one platform during an advance of its clock, each event before its deliveries. */
export async function listClockActivity(
  unit: Unit,
  tenant: number,
  { from, reached }: ClockAdvance,
): Promise<Pick<SandboxClockAdvance, 'happened' | 'omittedCount'>> {
  const window: Window = {
    tenant,
    after: from,
    until: reached,
    firstId: idsFrom(from),
    endId: idsFrom(plusMs(reached, 1)),
    limit: mostActivities,
  };
  // Events from before the advance may have been resent during it.
  const sent: Window = { ...window, firstId: idsFrom(plusMs(from, -retriedForMs)) };
  const [happenedEvents, madeAttempts, eventCount, attemptCount] = await Promise.all([
    unit.all(events, window),
    unit.all(attempts, sent),
    unit.first(countEvents, window),
    unit.first(countAttempts, sent),
  ]);
  const all = [...happenedEvents.map(viewEvent), ...madeAttempts.map(viewAttempt)].sort((a, b) =>
    a.at < b.at ? -1 : Number(a.at > b.at),
  );
  const happened = all.slice(0, mostActivities);
  return {
    happened,
    omittedCount: Number(eventCount?.count ?? 0) + Number(attemptCount?.count ?? 0) - happened.length,
  };
}

function viewEvent(row: EventRow): Activity {
  return {
    kind: 'EVENT',
    at: row.created_at,
    webhookId: row.id,
    type: row.type,
    resourceId: row.resource_id,
  } as Activity;
}

function viewAttempt(row: AttemptRow): Activity {
  return {
    kind: 'DELIVERY',
    at: row.started_at,
    webhookId: row.event_id,
    type: row.type,
    resourceId: row.resource_id,
    attempt: row.attempt,
    statusCode: row.status_code,
  } as Activity;
}
