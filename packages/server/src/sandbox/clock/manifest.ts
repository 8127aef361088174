import type { Manifest } from '../../operation/manifest.ts';
import { advanceSandboxClock } from './advance-sandbox-clock.ts';
import { getSandboxClock } from './get-sandbox-clock.ts';
import { updateSandboxClock } from './update-sandbox-clock.ts';

export const manifest = {
  operations: {
    getSandboxClock,
  },
  externalOperations: { advanceSandboxClock, updateSandboxClock },
} satisfies Manifest;
