import type { ErrorCode, OperationId } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { ByDefault, Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    requests: RequestsTable;
    request_exchanges: RequestExchangesTable;
    request_resources: RequestResourcesTable;
  }
}

interface RequestsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
  /** Real time, as the id has it. */
  created_at: Fixed<Instant>;
  method: Fixed<string>;
  operation_id: Fixed<OperationId>;
  path: Fixed<string>;
  status: Fixed<number>;
  code: Fixed<ErrorCode | null>;
  duration_ms: Fixed<number>;
  token_id: Fixed<string | null>;
  agent_id: Fixed<string | null>;
  idempotency_key_digest: Fixed<string | null>;
  is_replay: Fixed<0 | 1>;
  trace_id: Fixed<string>;
  resource_ids: Fixed<JsonText<readonly string[]>>;
  /** The row of `request_exchanges` that has what was said. */
  exchanges_id: Fixed<string>;
}

interface RequestExchangesTable {
  /** The place in the order of commits: of the row on SQLite, of its transaction on PostgreSQL. */
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  /** That of the newest request in it. */
  id: Fixed<string>;
  /** Redacted; `kept-exchange.ts` reads it. */
  exchanges: Fixed<string>;
}

interface RequestResourcesTable {
  tenant: Fixed<number>;
  resource_id: Fixed<string>;
  request_id: Fixed<string>;
}
