import '../src/app.ts';
import '../src/commands/index.ts';
import '../src/start/operator.ts';
import '../src/start/start-server.ts';
import { declaredStatements } from '../src/ground/database/statement.ts';
import { crossesTenants, movesRows } from './crosses-tenants.ts';

// A program of its own: it loads the modules of the server alone, and none of tests that declare statements.
const declared = declaredStatements().map(({ name, bind }) => ({ name, text: bind('postgres', {}).text }));
const namesOf = (isSo: (text: string) => boolean): string[] => [
  ...new Set(declared.filter(({ text }) => isSo(text)).map(({ name }) => name)),
];
process.stdout.write(
  JSON.stringify({ all: declared.length, crossing: namesOf(crossesTenants), moving: namesOf(movesRows) }),
);
