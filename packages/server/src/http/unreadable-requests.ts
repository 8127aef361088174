import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiRequestId } from '../operation/finished-request.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { errorReply } from './error-reply.ts';
import { type RequestObserver, requestIdHeader } from './observe-requests.ts';
import { largestBodyBytes } from './request-body.ts';
import { answerRefusal } from './unrouted-errors.ts';

// An import would load what this module offers to clients too, WebSockets among it: a tenth of a start.
const { maxHeaderSize, STATUS_CODES } = process.getBuiltinModule('node:http');

const notHttp = refuse(
  'INVALID_REQUEST_FORMAT',
  'This is not a request in HTTP/1.1. Check its first line, its headers, and the length of its body.',
);
const undecodable = refuse(
  'INVALID_REQUEST_FORMAT',
  'The path or the query cannot be decoded. Write % as %25, and other characters as the percent-encoded bytes of their UTF-8.',
);
const hostless = refuse('INVALID_REQUEST_FORMAT', 'The request has no header Host. HTTP/1.1 wants exactly one.');
/** By their lengths, which are looked at first: each request has a dozen others. */
const singleHeaders = new Map(
  ['Host', 'Request-Id', 'Idempotency-Key', 'Service-Wallet-Signature'].map((name) => [
    name.length,
    {
      name: name.toLowerCase(),
      twice: refuse('INVALID_REQUEST_FORMAT', `The request has the header ${name} more than once. Send it once.`),
    },
  ]),
);
const unknownExpectation = refuse(
  'INVALID_REQUEST_FORMAT',
  'The header Expect asks for something unknown. Leave it out, or send 100-continue.',
);
const noTunnel = refuse('METHOD_NOT_ALLOWED', 'This server is not a proxy and opens no connections to others.');
const headTooLarge = refuse(
  'REQUEST_TOO_LARGE',
  `The first line and the headers of a request have at most ${maxHeaderSize} bytes together.`,
);
const tooSlow = refuse(
  'REQUEST_TIMEOUT',
  'The request did not arrive whole within 30 seconds. Send it again; a file that takes longer, in parts.',
);

/** What the parser of Node.js refuses, by its own error codes. */
const refusalOfParser: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: headTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: headTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
};

/** What Node.js keeps on a socket while a request of it is read and answered, and looks at before it answers by itself. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
}

function refuseOnSocket(socket: Socket & Answering, refusal: Refusal, observer: RequestObserver): void {
  const { _httpMessage: answering, parser } = socket;
  // A refusal now would be taken for the answer to the request before, which may have moved money.
  if (answering?.req.complete === true && !answering.writableFinished) {
    answering.once('finish', () => socket.end());
    return;
  }
  // Bytes between those of an answer that has begun would be read as a part of it, and after its end as that of another.
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
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, [requestIdHeader]: id, connection: 'close' }).end(body);
  observer.unread(id, status, refusal.code);
}

const longestRequestMs = 30_000;

function noSchemas(): never {
  throw new Error('a route declares a schema of its own; the specification has them');
}

/** How requests are received, and what is said to those that cannot be read as far as their operation. */
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
    // Node.js would answer a request without a host by itself, with an empty body. Of the times for a head and for a whole
    // request it takes the longer one for the latter, so that both have to be given.
    http: { requireHostHeader: false, connectionsCheckingInterval: 1_000, headersTimeout: longestRequestMs },
    // The specification checks requests, and answers are text already: compilers of schemas are not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Whatever fits into the head of a request reaches its operation, which knows what its ids look like.
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

/** The requests that Node.js would otherwise answer by itself, or drop. */
export function refuseUnreadable(server: FastifyInstance, observer: RequestObserver): void {
  server.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node.js has let go of it, and a reset that nobody listens for would end the process.
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
 * Of several hosts Node.js shows the first, and a proxy before it may have gone by another one. Other headers it joins,
 * and two keys would be a third one, which a repeat with one of them does not have.
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

/** What reads the query keeps bytes as they are where they are no UTF-8, which nobody means. */
function isDecodable(url: string): boolean {
  try {
    // A bundler leaves out a call whose value nobody wants, and with it what the call throws.
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}
