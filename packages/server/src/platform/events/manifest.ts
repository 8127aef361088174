import type { Manifest } from '../../operation/manifest.ts';
import { getEventById } from './get-event-by-id.ts';
import { listEvents } from './list-events.ts';
import { resendEvent } from './resend-event.ts';
import { resendEvents } from './resend-events.ts';

export const manifest = { operations: { getEventById, listEvents, resendEvent, resendEvents } } satisfies Manifest;
