import { dueMessages } from './send-due-messages.ts';

export const manifest = { dueWork: [dueMessages] };
