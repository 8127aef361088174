import { uuidOf } from '../ground/ids/ids.ts';
import type { ApiRequestId, TraceContext } from '../operation/finished-request.ts';

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const noTrace = '0'.repeat(32);
const noSpan = '0'.repeat(16);

/**
 * Continues the trace of the caller. An invalid header counts as missing. Without one, the trace is named after the
 * request, whose id is random enough: each can be found from the other.
 */
export function traceContextOf(id: ApiRequestId, header: string | readonly string[] | undefined): TraceContext {
  const own = uuidOf(id).replaceAll('-', '');
  const spanId = own.slice(-16);
  const parent = typeof header === 'string' ? readTraceParent(header) : undefined;
  return parent === undefined ? { traceId: own, spanId, parentSpanId: null, isSampled: false } : { ...parent, spanId };
}

function readTraceParent(header: string): Omit<TraceContext, 'spanId'> | undefined {
  const [, version, traceId = noTrace, parentSpanId = noSpan, flags = '00', more] = form.exec(header) ?? [];
  // Later versions may append fields; version 00 may not.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (traceId === noTrace || parentSpanId === noSpan) return undefined;
  return { traceId, parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
