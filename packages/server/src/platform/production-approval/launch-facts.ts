import type { PlatformRow } from '../platforms/find-platform.ts';

/** What decides whether a platform may move money. */
export type LaunchFacts = Pick<PlatformRow, 'environment' | 'is_regulated' | 'launch_approved_at'>;
