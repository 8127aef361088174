import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Fastify, { type FastifyReply } from 'fastify';
import { readRecording } from './recording.ts';
import { openPostgresReplay } from './replay-postgres.ts';
import { openSqliteReplay } from './replay-sqlite.ts';
import { createReplay, type Occasion, type ReplayRequest } from './template.ts';

/**
 * The server without its own code: the same HTTP stack with the same settings returns recorded bodies after the
 * engine has run the recorded statements. No validation, no prices, no states, no views, no workers. Started by
 * the bench; prints one JSON line when it listens.
 */
const { values } = parseArgs({
  options: {
    recording: { type: 'string' },
    file: { type: 'string' },
    'database-url': { type: 'string' },
    waits: { type: 'boolean' },
    'base-path': { type: 'string' },
  },
});

const recording = readRecording(readFileSync(values.recording ?? '', 'utf8'));
const engine =
  values['database-url'] === undefined
    ? openSqliteReplay(values.file ?? '', recording.settings)
    : openPostgresReplay(values['database-url'], values.waits ?? false);
const replay = createReplay(recording);

const server = Fastify({
  logger: false,
  bodyLimit: 1024 * 1024,
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 72_000,
  routerOptions: { maxParamLength: 512 },
});

async function serve(reply: FastifyReply, request: ReplayRequest, occasion: Occasion): Promise<void> {
  await engine.run(request, occasion);
  reply
    .code(request.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store');
  await reply.send(request.body(occasion));
}

const basePath = values['base-path'] ?? '';
server.post<{ Body: { source: { accountId: string } } }>(`${basePath}/quotes`, (request, reply) =>
  serve(reply, replay.create, replay.newOccasion(request.body.source.accountId)),
);
server.post<{ Params: { quoteId: string } }>(`${basePath}/quotes/:quoteId/execute`, (request, reply) =>
  serve(reply, replay.execute, replay.occasionOf(request.params.quoteId)),
);

const address = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ baseUrl: `${address}${basePath}` })}\n`);
