import type { Mutant } from './mutant.ts';

const embedded = 'ground/database/database.test.ts';

/** Mistakes about units that share a commit of the embedded store. */
export const storeMutants: readonly Mutant[] = [
  {
    name: 'takes a unit that has written for one that has not',
    file: 'ground/database/sqlite-connection.ts',
    find: 'if (!prepared.isReading) this.#writes += 1;',
    replace: 'if (!prepared.isReading) this.#writes += 0;',
    test: [embedded, 'undoes a unit that throws and keeps the others of its group'],
  },
  {
    name: 'runs a group anew without its undoing',
    file: 'ground/database/sqlite-database.ts',
    find: '      this.#groupsWithSavepoints = groupsAfterFailure;\n      this.#beginAgain();',
    replace: '      this.#groupsWithSavepoints = groupsAfterFailure;',
    test: [embedded, 'runs a group anew for a unit that fails in its midst, and no group for any other'],
  },
  {
    name: 'loses the units before one that fails',
    file: 'ground/database/sqlite-database.ts',
    find: 'else if (before === start) {',
    replace: 'else if (before >= start) {',
    test: [embedded, 'runs a group anew for a unit that fails in its midst, and no group for any other'],
  },
];
