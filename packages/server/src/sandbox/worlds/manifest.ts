import type { Manifest } from '../../operation/manifest.ts';
import { createSandboxWorld } from './create-sandbox-world.ts';
import { deleteSandboxWorldById } from './delete-sandbox-world-by-id.ts';
import { forkSandbox } from './fork-sandbox.ts';
import { forkSandboxWorld } from './fork-sandbox-world.ts';
import { getSandboxWorldById } from './get-sandbox-world-by-id.ts';
import { listSandboxWorlds } from './list-sandbox-worlds.ts';
import { dueTenantRemovals } from './remove-tenants.ts';
import { resetSandbox } from './reset-sandbox.ts';

export const manifest = {
  operations: {
    createSandboxWorld,
    deleteSandboxWorldById,
    forkSandbox,
    forkSandboxWorld,
    getSandboxWorldById,
    listSandboxWorlds,
    resetSandbox,
  },
  dueWork: [dueTenantRemovals],
} satisfies Manifest;
