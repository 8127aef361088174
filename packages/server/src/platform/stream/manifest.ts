import type { Manifest } from '../../operation/manifest.ts';
import { eventSource } from './event-source.ts';
import { streamActivity } from './stream-activity.ts';

export const manifest = {
  streamOperations: { streamActivity },
  feedSources: [eventSource],
} satisfies Manifest;
