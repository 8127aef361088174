import type { Manifest } from '../../operation/manifest.ts';
import { dueDeposits } from './poll-deposits.ts';

export const manifest = {
  dueWork: [dueDeposits],
} satisfies Manifest;
