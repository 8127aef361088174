import type { Manifest } from '../../operation/manifest.ts';
import { dueMessages } from './send-due-messages.ts';

export const manifest = { dueWork: [dueMessages] } satisfies Manifest;
