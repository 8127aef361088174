import type { ApiRequest } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';

export type RequestRow = Omit<Selectable<Schema['requests']>, 'tenant' | 'exchanges_id'>;

export function viewRequest(row: RequestRow): ApiRequest {
  return {
    id: storedId('ApiRequest', row.id),
    createdAt: row.created_at,
    method: row.method,
    operationId: row.operation_id,
    path: row.path,
    status: row.status,
    code: row.code,
    durationMs: row.duration_ms,
    tokenId: row.token_id,
    agentId: row.agent_id,
    isReplay: row.is_replay === 1,
    traceId: row.trace_id,
    resourceIds: [...readJson(row.resource_ids)],
  };
}
