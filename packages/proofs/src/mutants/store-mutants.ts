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
  {
    name: 'sums money in 64 bits',
    file: 'ground/database/exact-sums.ts',
    find: 'sum((${amount}) >> 32)',
    replace: 'sum(${amount}) >> 32',
    test: ['verify/verify-large-sums.test.ts', 'finds nothing in a healthy store'],
  },
  {
    name: 'forgets what the lower bits of a sum carry',
    file: 'ground/database/exact-sums.ts',
    find: ' + (${lowerSum(amount)} >> 32)',
    replace: '',
    test: ['verify/verify-large-sums.test.ts', 'finds nothing in a healthy store'],
  },
  {
    name: 'compares the upper bits of a sum alone',
    file: 'ground/database/exact-sums.ts',
    find: '  return sql`(coalesce(${sql.ref(`${name}_upper`)}, 0), coalesce(${sql.ref(`${name}_lower`)}, 0))`;',
    replace: '  return sql`(coalesce(${sql.ref(`${name}_upper`)}, 0), null)`;',
    test: ['verify/verify-large-sums.test.ts', 'names %s after %s'],
  },
];
