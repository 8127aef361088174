import '../src/app.ts';
import '../src/commands/index.ts';
import '../src/start/operator.ts';
import '../src/start/start-server.ts';
import { declaredStatements } from '../src/ground/database/statement.ts';
import { crossesTenants, movesRows } from './crosses-tenants.ts';

// A separate program: it loads only the modules of the server, and none of the tests that declare statements.
const declared = declaredStatements().map(({ name, bind }) => ({ name, text: bind('postgres', {}).text }));
const namesOf = (isSo: (text: string) => boolean): string[] => [
  ...new Set(declared.filter(({ text }) => isSo(text)).map(({ name }) => name)),
];
process.stdout.write(
  JSON.stringify({ all: declared.length, crossing: namesOf(crossesTenants), moving: namesOf(movesRows) }),
);
