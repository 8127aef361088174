import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';
import type { Stored } from '../../ground/database/schema.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    sandbox_worlds: SandboxWorldsTable;
    removed_tenants: RemovedTenantsTable;
  }
}

interface SandboxWorldsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  /** The tenant of the world itself. */
  world: number;
  status: 'READY' | 'DELETING';
  name: Fixed<string | null>;
  seed: Fixed<string | null>;
  forked_from: Fixed<string | null>;
  /** In real time, like all times of a world's life. */
  created_at: Fixed<Instant>;
  expires_ms: Fixed<number>;
}

/** Real time in milliseconds since 1970. */
interface RemovedTenantsTable {
  tenant: Fixed<number>;
  removed_at_ms: Fixed<number>;
  due_ms: number;
}

/** A world as a row of the platform that made it. */
export type WorldRow = Stored<'sandbox_worlds'>;
