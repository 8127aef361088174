import type { Manifest } from '../../operation/manifest.ts';
import { listSandboxTriggers } from './list-sandbox-triggers.ts';
import { triggerSandboxEvent } from './trigger-sandbox-event.ts';

export const manifest = {
  operations: { listSandboxTriggers },
  externalOperations: { triggerSandboxEvent },
} satisfies Manifest;
