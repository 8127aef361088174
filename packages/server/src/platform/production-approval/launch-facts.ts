import type { Instant } from '../../ground/clock/instant.ts';
import type { PlatformRow } from '../platforms/find-platform.ts';

/** What decides whether a platform may move money. */
export interface LaunchFacts {
  readonly environment: PlatformRow['environment'];
  readonly is_regulated: number;
  readonly launch_approved_at: Instant | null;
}
