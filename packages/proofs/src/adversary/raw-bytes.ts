import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { marker } from './mutations.ts';
import { type FuzzRequest, textOf, urlOf } from './request.ts';

/** How the bytes of a request are damaged: the place, the bytes, and whether its Content-Length is corrected. */
export const damaging = fc.record({
  way: fc.constantFrom('body', 'flip', 'cut', 'splice', 'noise'),
  at: fc.nat(),
  noise: fc.uint8Array({ minLength: 1, maxLength: 200 }),
});

type Damage = Readonly<{ way: string; at: number; noise: Uint8Array }>;

interface Place {
  readonly basePath: string;
  readonly authorization: string;
}

function written(request: FuzzRequest, { basePath, authorization }: Place, body: Uint8Array): Buffer {
  const head = [
    `${request.operation.method} ${basePath}${urlOf(request)} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Authorization: ${authorization}`,
    `X-Marker: ${marker}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** The request as damaged bytes. */
export function damaged(request: FuzzRequest, place: Place, { way, at, noise }: Damage): FuzzRequest {
  const whole = written(request, place, Buffer.from(textOf(request) ?? ''));
  const position = at % whole.length;
  const bytes = {
    body: () => written(request, place, noise),
    flip: () => whole.with(position, (whole[position] ?? 0) ^ (1 << (at % 8))),
    cut: () => whole.subarray(0, position),
    splice: () => Buffer.concat([whole.subarray(0, position), noise, whole.subarray(position)]),
    noise: () => Buffer.from(noise),
  }[way as 'body']();
  return { ...request, manner: 'raw', change: way, bytes };
}
