import { describe, expect, it } from 'vitest';
import { traceContextOf } from './trace-context.ts';

const id = 'ApiRequest:0198c0de-7a30-7a11-9c05-1a2b3c4d5e6f';
const own = {
  traceId: '0198c0de7a307a119c051a2b3c4d5e6f',
  spanId: '9c051a2b3c4d5e6f',
  parentSpanId: null,
  isSampled: false,
};

describe('the trace of a request', () => {
  it('continues the trace of the caller with a span of its own', () => {
    const header = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    expect(traceContextOf(id, header)).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: own.spanId,
      parentSpanId: '00f067aa0ba902b7',
      isSampled: true,
    });
    expect(traceContextOf(id, header.replace(/01$/, '02')).isSampled).toBe(false);
    expect(traceContextOf(id, header.replace(/^00/, 'cc').concat('-later')).parentSpanId).toBe('00f067aa0ba902b7');
  });

  it.each([
    ['no value', undefined],
    ['a word', 'trace'],
    ['the invalid version ff', 'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['more fields than its version', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more'],
    ['upper-case digits', '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01'],
    ['a trace of zeros', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'],
    ['a span of zeros', '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01'],
    ['two values', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 00-4bf9'],
  ])('is derived from the request id when traceparent has %s', (_what, header) => {
    expect(traceContextOf(id, header)).toEqual(own);
  });
});
