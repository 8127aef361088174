import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';

const help = `Usage: pnpm gen [--check] [--json]

Bundles spec/ into spec/dist and generates packages/types/src/generated, the tools of packages/mcp, the commands of packages/cli and three pages of docs/ from it.

  --check  write nothing; exit 1 and name each file that is out of date
  --json   print one line: {"outOfDate": [], "written": [], "steps": [{"name", "milliseconds"}]}
  --help   show this text
`;

const options = { check: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const values = readArguments(help, () => parseArgs({ options }).values);

// Loaded here, so that --help stays fast.
const { generate } = await import('./generate.ts');
process.exitCode = await generate(values);
