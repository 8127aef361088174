import type { Instant } from '../../ground/clock/instant.ts';
import type { Fixed } from '../../ground/database/column-types.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    unkept_files: UnkeptFilesTable;
  }
}

interface UnkeptFilesTable {
  tenant: Fixed<number>;
  file_key: Fixed<string>;
  due_at: Instant;
}
