import type { KeyObject } from 'node:crypto';
import type { Instant } from '../../ground/clock/instant.ts';
import type { ClaimedDelivery } from './deliveries-repository.ts';
import { sentOnce } from './retry-schedule.ts';

/** How long a claim holds. */
export interface Lease {
  readonly until: Instant;
  /** The same moment by the clock of the process, which nobody sets. */
  readonly endsAtMs: number;
}

/** A delivery that this process has claimed and has not recorded yet. */
export interface HeldDelivery {
  readonly delivery: ClaimedDelivery;
  readonly endpoint: string;
  readonly key: KeyObject;
  /** The frozen bytes to send. */
  readonly body: string;
  lease: Lease;
  /** Called when its outcome is on disk, or when it was given back. */
  readonly done: () => void;
}

export function isUrgent(held: HeldDelivery | undefined): boolean {
  return held !== undefined && sentOnce.has(held.delivery.type);
}

/** A copy of a platform has events of the same ids. */
export function nameOf({ tenant, event_id: id }: Pick<ClaimedDelivery, 'tenant' | 'event_id'>): string {
  return `${tenant} ${id}`;
}
