import type { KeyObject } from 'node:crypto';
import type { Instant } from '../../ground/clock/instant.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';
import { neverRetried } from './retry-schedule.ts';

/** The time limit of a claim. */
export interface Lease {
  readonly until: Instant;
  /** The same time in process time, which cannot be set. */
  readonly endsAtMs: number;
}

/** A delivery that this process has claimed and not yet recorded. */
export interface HeldDelivery {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: string;
  readonly key: KeyObject;
  /** The fixed payload. */
  readonly body: string;
  lease: Lease;
  /** Called when its result is on disk, or when it was released. */
  readonly done: () => void;
}

export function isUrgent(held: HeldDelivery | undefined): boolean {
  return held !== undefined && neverRetried.has(held.delivery.type);
}

/** The tenant is part of the key, because a copy of a platform has events with the same ids. */
export function nameOf({ tenant, event_id: id }: Pick<ClaimedDelivery, 'tenant' | 'event_id'>): string {
  return `${tenant} ${id}`;
}
