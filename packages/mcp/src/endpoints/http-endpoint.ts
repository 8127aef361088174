import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { endpointPath, type Refusal, refuseRequest } from './admit-request.ts';

export interface HttpEndpointOptions {
  readonly host: string;
  readonly port: number;
  readonly secret: string;
  /** Further host names under which a proxy forwards requests. */
  readonly otherHosts: readonly string[];
  /** Creates a server for a new client. */
  readonly serve: () => Server;
  readonly report: (error: unknown) => void;
}

export interface HttpEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  usedAtMs: number;
}

const bodyBytesMaximum = 1_048_576;
const sessionsMaximum = 64;
const idleMs = 3_600_000;

/** MCP over Streamable HTTP, with a session for each client. */
export async function openHttpEndpoint(options: HttpEndpointOptions): Promise<HttpEndpoint> {
  const sessions = new Map<string, Session>();
  const http = createServer((request, response) => {
    const hosts = [...ownHosts(options.host, portOf(http)), ...options.otherHosts];
    const refusal = refuseRequest(request, { secret: options.secret, hosts });
    if (refusal !== undefined) return refuse(response, refusal);
    handle(request, response, sessions, options).catch((error: unknown) => {
      options.report(error);
      if (!response.headersSent)
        refuse(response, { status: 500, reason: 'The request failed because of an internal error.' });
    });
  });
  http.listen(options.port, options.host);
  await new Promise<void>((resolve, reject) => http.once('listening', resolve).once('error', reject));
  const watch = setInterval(() => dropIdle(sessions), idleMs / 60).unref();
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${portOf(http)}${endpointPath}`,
    close: async () => {
      clearInterval(watch);
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

function portOf(http: HttpServer): number {
  const address = http.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function ownHosts(host: string, port: number): string[] {
  return ['127.0.0.1', 'localhost', '[::1]', host.includes(':') ? `[${host}]` : host].map((name) => `${name}:${port}`);
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, Session>,
  { serve }: HttpEndpointOptions,
): Promise<void> {
  const body = request.method === 'POST' ? await readBody(request) : undefined;
  if (body !== undefined && 'status' in body) return refuse(response, body);
  const id = request.headers['mcp-session-id'];
  const session = typeof id === 'string' ? sessions.get(id) : undefined;
  if (session !== undefined) {
    session.usedAtMs = Date.now();
    return session.transport.handleRequest(request, response, body?.message);
  }
  if (id !== undefined) return refuse(response, { status: 404, reason: 'There is no such session. Start a new one.' });
  if (!isInitializeRequest(body?.message))
    return refuse(response, { status: 400, reason: 'Start the session with initialize.' });
  if (sessions.size >= sessionsMaximum)
    return refuse(response, { status: 503, reason: 'Too many clients are connected.' });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (begun) => {
      sessions.set(begun, { transport, usedAtMs: Date.now() });
    },
    onsessionclosed: (ended) => {
      sessions.delete(ended);
    },
  });
  await serve().connect(transport);
  return transport.handleRequest(request, response, body?.message);
}

async function readBody(request: IncomingMessage): Promise<{ readonly message: unknown } | Refusal> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyBytesMaximum) return { status: 413, reason: 'The message is too large.' };
    chunks.push(chunk);
  }
  try {
    const message: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return { message };
  } catch {
    return { status: 400, reason: 'The message is not JSON.' };
  }
}

function dropIdle(sessions: Map<string, Session>): void {
  for (const [id, { transport, usedAtMs }] of sessions) {
    if (Date.now() - usedAtMs < idleMs) continue;
    sessions.delete(id);
    transport.close().catch(() => undefined);
  }
}

function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="payments-mcp"' }),
    ...(status === 413 && { Connection: 'close' }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: reason }, id: null }));
}
