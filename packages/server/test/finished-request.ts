import type { Exchange, FinishedRequest } from '../src/operation/finished-request.ts';
import type { TestServer } from './test-server.ts';

/** A finished request of the platform of a server. */
export function finishedRequest(server: TestServer, parts: Partial<FinishedRequest> = {}): FinishedRequest {
  return {
    id: server.deps.ids.next('ApiRequest'),
    trace: { traceId: '0'.repeat(31).concat('1'), spanId: '1'.repeat(16), parentSpanId: null, isSampled: false },
    startedAt: server.clock.now(),
    durationMs: 1,
    method: 'GET',
    operationId: 'getPlatformConfig',
    route: '/config',
    path: '/config',
    status: 200,
    code: null,
    caller: { tenant: server.tenant, environment: 'SANDBOX', tokenId: 'Token:1', permissions: [] },
    isReplay: false,
    ...parts,
  };
}

export const nothingSaid: Exchange = { input: undefined, idempotencyKey: undefined, answer: undefined };
