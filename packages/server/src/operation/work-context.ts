import type { Instant } from '../ground/clock/instant.ts';
import type { Unit } from '../ground/database/unit.ts';
import type { Deps } from './deps.ts';

/** What work on one platform's data needs, whether a request or a worker does it. */
export interface WorkContext {
  readonly tenant: number;
  readonly unit: Unit;
  readonly now: Instant;
  readonly deps: Deps;
}
