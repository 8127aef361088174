import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { refuseRequest } from './admit-request.ts';

const admission = { secret: 'a-secret', hosts: ['127.0.0.1:4090', 'pay.example'] };

function requestWith(headers: Record<string, string>, url = '/mcp'): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'POST', url, headers: { authorization: 'Bearer a-secret', ...headers } });
  return request;
}

it.each<[string, Record<string, string>, number | undefined]>([
  ['this machine', { host: '127.0.0.1:4090' }, undefined],
  ['a name that is allowed', { host: 'PAY.example' }, undefined],
  ['a page of that name', { host: 'pay.example', origin: 'https://pay.example' }, undefined],
  ['another port', { host: '127.0.0.1:4091' }, 403],
  ['a name that now resolves to this machine', { host: 'evil.example:4090' }, 403],
  ['no name at all', {}, 403],
  ['a page of another name', { host: '127.0.0.1:4090', origin: 'http://evil.example' }, 403],
  ['a page without a name', { host: '127.0.0.1:4090', origin: 'null' }, 403],
  ['somebody without the secret', { host: '127.0.0.1:4090', authorization: 'Bearer another' }, 401],
  ['somebody with part of it', { host: '127.0.0.1:4090', authorization: 'Bearer a-secre' }, 401],
  ['somebody with it as a password', { host: '127.0.0.1:4090', authorization: 'Basic a-secret' }, 401],
])('lets requests in from this machine, with the secret: %s', (_case, headers, status) => {
  expect(refuseRequest(requestWith(headers), admission)?.status).toBe(status);
});

it('answers at one path', () => {
  const host = { host: '127.0.0.1:4090' };
  expect(refuseRequest(requestWith(host, '/mcp?a=1'), admission)).toBeUndefined();
  expect(refuseRequest(requestWith(host, '/'), admission)?.status).toBe(404);
});
