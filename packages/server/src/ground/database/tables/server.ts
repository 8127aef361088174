import type { WorkKind } from '../../../engines/due-work/troubled-work.ts';
import type { Instant } from '../../clock/instant.ts';
import type { Fixed } from '../column-types.ts';

interface IdempotencyKeysTable {
  tenant: Fixed<number>;
  key_hash: Fixed<string>;
  fingerprint: Fixed<string>;
  status: Fixed<number>;
  body: Fixed<string>;
  created_at: Fixed<Instant>;
  expires_at: Fixed<Instant>;
}

interface ClockSettingsTable {
  id: Fixed<number>;
  anchored_at_real: string;
  anchored_at: string;
  scale: number;
  is_frozen: number;
}

interface UnitMarksTable {
  id: Fixed<string>;
  is_void: Fixed<number>;
  made_at: Fixed<bigint>;
}

interface TroubledWorkTable {
  tenant: Fixed<number>;
  kind: Fixed<WorkKind>;
  id: Fixed<string>;
  attempts: number;
  problem: string;
  first_failed_at: Fixed<Instant>;
  last_failed_at: Instant;
  retry_at: Instant | null;
}

export interface ServerTables {
  idempotency_keys: IdempotencyKeysTable;
  clock_settings: ClockSettingsTable;
  unit_marks: UnitMarksTable;
  troubled_work: TroubledWorkTable;
}
