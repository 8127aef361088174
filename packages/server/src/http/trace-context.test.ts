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
  it('is that of the caller, in which the request is a span of its own', () => {
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
    ['nothing', undefined],
    ['a word', 'trace'],
    ['a version that is none', 'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['more than its version has', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more'],
    ['capitals', '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01'],
    ['a trace of zeros', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'],
    ['a span of zeros', '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01'],
    ['two of them', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 00-4bf9'],
  ])('is named after the request where the header has %s', (_what, header) => {
    expect(traceContextOf(id, header)).toEqual(own);
  });
});
