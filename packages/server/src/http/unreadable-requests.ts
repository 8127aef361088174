import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiRequestId } from '../operation/finished-request.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { errorReply } from './error-reply.ts';
import { type RequestObserver, requestIdHeader } from './observe-requests.ts';
import { personPage, personPageHeaders } from './person-page.ts';
import { largestBodyBytes } from './request-body.ts';
import { answerRefusal } from './unrouted-errors.ts';

// An import would also load this module's client parts, such as WebSockets: a tenth of the start.
const { maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http');

const notHttp = refuse(
  'INVALID_REQUEST_FORMAT',
  'This is not a valid HTTP/1.1 request. Check its first line, its headers, and the length of its body.',
);
const undecodable = refuse(
  'INVALID_REQUEST_FORMAT',
  'The path or the query cannot be decoded. Write % as %25, and other characters as the percent-encoded bytes of their UTF-8.',
);
const hostless = refuse('INVALID_REQUEST_FORMAT', 'The request has no header Host. HTTP/1.1 requires exactly one.');
/** Keyed by length, so that most of a request's dozen other headers are skipped quickly. */
const singleHeaders = new Map(
  ['Host', 'Request-Id', 'Authorization', 'Idempotency-Key', 'Service-Wallet-Signature'].map((name) => [
    name.length,
    {
      name: name.toLowerCase(),
      twice: refuse('INVALID_REQUEST_FORMAT', `The request has the header ${name} more than once. Send it once.`),
    },
  ]),
);
const unknownExpectation = refuse(
  'INVALID_REQUEST_FORMAT',
  'The value of the header Expect is unknown. Leave the header out, or send 100-continue.',
);
const noTunnel = refuse('METHOD_NOT_ALLOWED', 'This server is not a proxy and opens no connections to others.');
const headTooLarge = refuse(
  'REQUEST_TOO_LARGE',
  `The limit of the first line and the headers of a request is ${maxHeaderSize} bytes together. Send less.`,
);
const tooSlow = refuse(
  'REQUEST_TIMEOUT',
  'The request did not arrive completely within 30 seconds. Send it again. Split a file that takes longer.',
);

/** The refusals of Node.js's parser, by its error codes. */
const refusalOfParser: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: headTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: headTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

/** Node.js's own fields on a socket during a request. Node.js checks them before it answers by itself. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
}

function refuseOnSocket(socket: Socket & Answering, refusal: Refusal, observer: RequestObserver): void {
  const { _httpMessage: answering, parser } = socket;
  // The caller would take a refusal now for the answer to the previous request, which may have moved money.
  if (answering?.req.complete === true && !answering.writableFinished) {
    answering.once('finish', () => socket.end());
    return;
  }
  // The caller would read bytes during an answer as part of it, and bytes after it as the next answer.
  const isAnswered = answering ? answering.headersSent : parser?.incoming?.complete === false;
  if (!socket.writable || isAnswered) {
    socket.destroy();
    return;
  }
  const id = observer.newId();
  const { status, body } = errorReply(refusal, id);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `${requestIdHeader}: ${id}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  observer.unread(id, status, refusal.code);
}

function refuseBare(response: ServerResponse, refusal: Refusal, observer: RequestObserver, id: ApiRequestId): void {
  const { status, body } = errorReply(refusal, id);
  const page = personPage(response.req);
  const headers = page === undefined ? { 'content-type': 'application/json; charset=utf-8' } : personPageHeaders;
  const text = page ?? body;
  const length = { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...headers, ...length, [requestIdHeader]: id, connection: 'close' }).end(text);
  observer.unread(id, status, refusal.code);
}

const longestRequestMs = 30_000;

function noSchemas(): never {
  throw new Error('a route declares its own schema; schemas belong in the specification');
}

/** How requests are received, and how those are answered that reach no operation because they cannot be read. */
export function serverOptions(observer: RequestObserver) {
  return {
    genReqId: () => observer.newId(),
    logger: false,
    bodyLimit: largestBodyBytes,
    requestTimeout: longestRequestMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Without this option, Node.js would answer a request without a host with an empty body. It uses the longer of both
    // timeouts for the whole request, so both have to be set.
    http: { requireHostHeader: false, connectionsCheckingInterval: 1_000, headersTimeout: longestRequestMs },
    // The specification validates requests, and responses are already text, so schema compilers are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Every parameter that fits into the head reaches its operation, which checks the form of its ids.
    routerOptions: { maxParamLength: maxHeaderSize },
    clientErrorHandler: (error: Error & { readonly code: string }, socket: Socket): void => {
      if (error.code === 'ECONNRESET') socket.destroy();
      else refuseOnSocket(socket, refusalOfParser[error.code] ?? notHttp, observer);
    },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
      refuseBare(reply.raw, undecodable, observer, request.id as ApiRequestId);
    },
  } as const;
}

/** Refuses the requests that Node.js would otherwise answer by itself, or drop. */
export function refuseUnreadable(server: FastifyInstance, observer: RequestObserver): void {
  server.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node.js no longer handles this socket, and an unhandled reset would end the process.
    socket.on('error', () => socket.destroy());
    refuseOnSocket(socket, noTunnel, observer);
  });
  server.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    refuseBare(response, unknownExpectation, observer, observer.newId()),
  );
  server.addHook('onRequest', (request, reply, done) => {
    const refusal = refuseHead(request.raw);
    if (refusal === undefined) return done();
    answerRefusal(request, reply, refusal);
  });
}

function refuseHead({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): Refusal | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return notHttp;
  if (headers.host === undefined && httpVersion === '1.1') return hostless;
  return refuseTwice(rawHeaders) ?? (url.includes('%') && !isDecodable(url) ? undecodable : undefined);
}

/**
 * If a request has several hosts or credentials, Node.js shows the first, and a proxy may have used another one. Node.js
 * joins other headers: two keys would become a third one, and a repeat with one of them would not match it.
 */
function refuseTwice(rawHeaders: readonly string[]): Refusal | undefined {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? '';
    const single = singleHeaders.get(given.length);
    if (single === undefined || given.toLowerCase() !== single.name) continue;
    const bit = 1 << given.length;
    if ((seen & bit) !== 0) return single.twice;
    seen |= bit;
  }
  return undefined;
}

/** The query parser leaves bytes that are not UTF-8 undecoded, which no caller intends. */
function isDecodable(url: string): boolean {
  try {
    // A bundler removes a call with an unused value, and with it the exception that the call throws.
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}
