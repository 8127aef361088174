import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../packages/command-line/src/read-arguments.ts';
import { UnusableFlag } from '../packages/command-line/src/run-command.ts';
import { root } from '../packages/spec-tools/src/generate/paths.ts';
import { loadSpecification } from '../packages/types/src/spec.ts';
import { codeFiles } from './new-operation/code-files.ts';
import { type OperationPlan, planOperation } from './new-operation/plan.ts';
import { newSpecFiles, sampleBody } from './new-operation/spec-files.ts';
import type { WrittenFile } from './tidy/source-tree.ts';

const help = `Usage: pnpm new operation <operationId> --room <room> [--at "<METHOD> <path>"] [options]

Creates an operation: its path, schemas and examples under spec/, its handler, test and contract case, and their entries
in the manifest of the room and in the list of cases. Then runs \`pnpm gen\`. Everything compiles and passes the lint;
the operation answers 501 and its tests fail until the handler does something.

  pnpm new operation getQuoteHistory --at "GET /quotes/{quoteId}/history" --room payments/quotes

  --at "<METHOD> <path>"  its method and path
  --room <room>           its folder below packages/server/src; a new one is created
  --tag <tag>             its area in the documentation; that of the nearest path unless given
  --permission <name>     VIEW, TRANSACT or MANAGE; VIEW for GET and MANAGE otherwise unless given
  --answer <Schema>       the schema of its answer, there already or new
  --request <Schema>      the schema of its body, for POST, PUT and PATCH
  --json                  print one line: {"operationId", "written": [], "edited": [], "handwritten": []}
  --help                  show this text
`;

const options = {
  at: { type: 'string' },
  room: { type: 'string' },
  tag: { type: 'string' },
  permission: { type: 'string' },
  answer: { type: 'string' },
  request: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Whether the file must still be completed; entries in lists are complete. */
function isToBeFilledIn({ path }: WrittenFile): boolean {
  return !/(manifest|every-case|modules)\.ts$|ARCHITECTURE\.md$/.test(path);
}

function write(files: readonly WrittenFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const code = files.map(({ path }) => path).filter((path) => path.endsWith('.ts'));
  const run = (program: string, ...flags: string[]): void => {
    execFileSync(process.execPath, [join(root, program), ...flags], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...code);
  run('packages/spec-tools/src/generate/generate-command.ts');
}

function begin(plan: OperationPlan): void {
  const specification = loadSpecification();
  const spec = newSpecFiles(root, specification, plan);
  const files = [...spec, ...codeFiles(root, plan, sampleBody(specification, plan))];
  const edited = files.filter(({ path }) => existsSync(join(root, path))).map(({ path }) => path);
  const written = files.map(({ path }) => path).filter((path) => !edited.includes(path));
  const handwritten = files.filter(isToBeFilledIn).map(({ path }) => path);
  write(files);
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ operationId: plan.id, written, edited, handwritten })}\n`);
    return;
  }
  for (const path of written) process.stdout.write(`wrote   ${path}\n`);
  for (const path of edited) process.stdout.write(`added to ${path}\n`);
  process.stdout.write(`\nNow complete ${handwritten.length} files, the specification first:\n`);
  for (const path of handwritten) process.stdout.write(`  ${path}\n`);
  process.stdout.write(
    'Remove 501 from the path file when the handler is implemented. CONTRIBUTING.md has the steps.\n',
  );
}

let positionals: readonly string[] = [];
const values = readArguments(help, () => {
  const read = parseArgs({ options, allowPositionals: true });
  positionals = read.positionals;
  return read.values;
});
const [kind, id, ...rest] = positionals;
try {
  if (kind !== 'operation' || id === undefined || rest.length > 0)
    throw new UnusableFlag('give the operation: pnpm new operation <operationId>. --help shows the flags');
  begin(planOperation(root, loadSpecification(), { ...values, id }));
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isUsage = error instanceof UnusableFlag;
  process.stderr.write(`new: ${isUsage ? `${error.message}.` : error.message}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
