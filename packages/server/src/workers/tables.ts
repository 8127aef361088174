import type { Fixed } from '../ground/database/column-types.ts';

declare module '../ground/database/schema.ts' {
  interface Schema {
    clock_settings: ClockSettingsTable;
  }
}

interface ClockSettingsTable {
  id: Fixed<number>;
  anchored_at_real: string;
  anchored_at: string;
  scale: number;
  is_frozen: number;
}
