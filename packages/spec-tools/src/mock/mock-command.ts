import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';

const help = `Usage: pnpm mock [--port <number>] [--json]

Serves the bundled specification with Prism on 127.0.0.1: a stateless mock that checks requests as the sandbox does
and answers with the examples of the specification. Ask for another answer with the header "Prefer: code=404" or
"Prefer: example=<name>". Any HTTP Basic credentials are taken. \`pnpm bench --only start\` measures how long it takes to
start and what memory it holds.

  --port <number>  port to listen on (4010); 0 takes a free one
  --json           print one line when ready: {"baseUrl"}
  --help           show this text
`;

function readPort(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port >= 0 && port < 65_536 ? port : undefined;
}

async function run(port: number, json: boolean): Promise<void> {
  const { startMock } = await import('./start-mock.ts');
  const mock = await startMock(port);
  process.stdout.write(
    json ? `${JSON.stringify({ baseUrl: mock.baseUrl })}\n` : `Mock is listening on ${mock.baseUrl}\n`,
  );
  const stop = (): void => void mock.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

const values = readArguments(
  help,
  () =>
    parseArgs({
      options: { port: { type: 'string', default: '4010' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    }).values,
);
const port = readPort(values.port);
if (port === undefined) {
  process.stderr.write(`--port must be a number from 0 to 65535, not ${values.port}.\n`);
  process.exitCode = 2;
} else {
  run(port, values.json ?? false).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
