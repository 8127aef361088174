import type { ErrorCode, OperationId } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { ByDefault, Fixed } from '../../ground/database/column-types.ts';
import type { JsonText } from '../../ground/json/json-text.ts';

declare module '../../ground/database/schema.ts' {
  interface Schema {
    request_batches: RequestBatchesTable;
    request_marks: RequestMarksTable;
    requests: RequestsTable;
    request_exchanges: RequestExchangesTable;
    request_resources: RequestResourcesTable;
  }
}

/** Requests of a platform that were written together; `request-batch.ts` reads both texts. */
interface RequestBatchesTable {
  /** The position in the order of commits: of the row on SQLite, of its transaction on PostgreSQL. */
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  /** The id of its newest request. */
  id: Fixed<string>;
  first_id: Fixed<string>;
  request_count: Fixed<number>;
  /** The listed fields of the requests. */
  requests: Fixed<string>;
  /** The redacted contents of requests and responses. */
  exchanges: Fixed<string>;
}

/** The marks that find requests, with the batches that have them. */
interface RequestMarksTable {
  tenant: Fixed<number>;
  mark: Fixed<string>;
  batch_id: Fixed<string>;
}

// Tables of earlier releases, until `earlier-requests.ts` has moved their rows.

interface RequestsTable {
  tenant: Fixed<number>;
  id: Fixed<string>;
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
  exchanges_id: Fixed<string>;
}

interface RequestExchangesTable {
  position: ByDefault<number | bigint>;
  tenant: Fixed<number>;
  id: Fixed<string>;
  exchanges: Fixed<string>;
}

interface RequestResourcesTable {
  tenant: Fixed<number>;
  resource_id: Fixed<string>;
  request_id: Fixed<string>;
}
