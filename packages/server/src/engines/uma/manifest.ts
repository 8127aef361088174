import { dueNonces } from './nonces.ts';

export const manifest = { dueWork: [dueNonces] };
