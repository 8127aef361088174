import type { Manifest } from '../../operation/manifest.ts';
import { deliverySource } from './delivery-source.ts';
import { eventSource } from './event-source.ts';
import { streamActivity } from './stream-activity.ts';

export const manifest = {
  streamOperations: { streamActivity },
  feedSources: [eventSource, deliverySource],
} satisfies Manifest;
