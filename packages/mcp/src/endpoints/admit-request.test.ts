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
  ['its own host', { host: '127.0.0.1:4090' }, undefined],
  ['an allowed host name', { host: 'PAY.example' }, undefined],
  ['an allowed origin', { host: 'pay.example', origin: 'https://pay.example' }, undefined],
  ['another port', { host: '127.0.0.1:4091' }, 403],
  ['a rebound host name', { host: 'evil.example:4090' }, 403],
  ['no Host header', {}, 403],
  ['a foreign origin', { host: '127.0.0.1:4090', origin: 'http://evil.example' }, 403],
  ['the origin null', { host: '127.0.0.1:4090', origin: 'null' }, 403],
  ['a wrong secret', { host: '127.0.0.1:4090', authorization: 'Bearer another' }, 401],
  ['a part of the secret', { host: '127.0.0.1:4090', authorization: 'Bearer a-secre' }, 401],
  ['the secret as Basic credentials', { host: '127.0.0.1:4090', authorization: 'Basic a-secret' }, 401],
])('the MCP endpoint admits only its own hosts and origins, with the secret: %s', (_case, headers, status) => {
  expect(refuseRequest(requestWith(headers), admission)?.status).toBe(status);
});

it('the MCP endpoint serves only the path /mcp', () => {
  const host = { host: '127.0.0.1:4090' };
  expect(refuseRequest(requestWith(host, '/mcp?a=1'), admission)).toBeUndefined();
  expect(refuseRequest(requestWith(host, '/'), admission)?.status).toBe(404);
});
