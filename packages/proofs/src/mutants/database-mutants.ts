import type { Mutant } from './mutant.ts';

const late =
  'with a COMMIT that PostgreSQL hears late, of the %s unit of a connection, the unit is repeated and the late one undone';

/** Mistakes in the protocol with PostgreSQL, and in queries. */
export const databaseMutants: readonly Mutant[] = [
  {
    name: 'ends the process when a connection is lost',
    file: 'ground/database/postgres-database.ts',
    find: "client.on('error', () => {",
    replace: "client.on('notice', () => {",
    test: [
      'ground/database/lost-connections.test.ts',
      'fails no unit for good while PostgreSQL goes on, and each is done once',
    ],
  },
  {
    name: 'runs a unit again whose commit is unknown',
    file: 'ground/database/postgres-database.ts',
    find: 'return (await this.#hasCommitted(outcome.unknown)) ?',
    replace: 'return outcome.unknown.mark === undefined ?',
    test: [
      'ground/database/lost-connections.test.ts',
      'after COMMIT, before its answer, is found out by reading, and the unit is not run again',
    ],
  },
  {
    name: 'leaves a young store to autovacuum',
    file: 'ground/database/postgres-database.ts',
    find: '    this.#statistics.count();\n',
    replace: '',
    test: [
      'ground/database/postgres-statistics.test.ts',
      'is analysed as it grows, so that its statements are planned for what is there',
    ],
  },
  {
    name: 'goes through every sealed row for one that is not',
    file: 'workers/backfill-encryption.ts',
    find: "      .orderBy('tenant')\n      .orderBy('id')\n",
    replace: '',
    test: [
      'workers/backfill-encryption.test.ts',
      'are looked for in the index that holds them alone, however many are sealed',
    ],
  },
  {
    name: 'lets a late commit happen',
    file: 'ground/database/postgres-session.ts',
    find: 'await this.#query({ text: voidUnit, values: [connection, unit] });',
    replace: '',
    test: ['ground/database/lost-connections.test.ts', late],
  },
  {
    name: 'lets a unit commit that was made void',
    file: 'ground/database/migrations/0064-marks-of-connections.sql',
    find: ', ADD CHECK (last_unit <> void_unit)',
    replace: '',
    test: ['ground/database/lost-connections.test.ts', late],
  },
  {
    name: 'forgets a unit that was made void as soon as its connection is old',
    file: 'ground/database/postgres-session.ts',
    find: 'SET void_unit = excluded.void_unit, made_at = excluded.made_at',
    replace: 'SET void_unit = excluded.void_unit',
    test: ['ground/database/lost-connections.test.ts', late],
  },
  {
    name: 'makes a unit void that was committed',
    file: 'ground/database/postgres-session.ts',
    find: '\n  WHERE unit_marks.last_unit IS DISTINCT FROM excluded.void_unit`',
    replace: '`',
    test: [
      'ground/database/lost-connections.test.ts',
      'after COMMIT, before its answer, is found out by reading, and the unit is not run again',
    ],
  },
  {
    name: 'lets in who was found once',
    file: 'access/tokens/find-caller.ts',
    find: '    pending.delete(clientId);\n',
    replace: '',
    test: ['access/tokens/find-caller.test.ts', 'takes one look for all who ask in one turn, and never an earlier one'],
  },
  {
    name: 'leaves quotes in an array for PostgreSQL as they are',
    file: 'ground/database/postgres-many-rows.ts',
    find: 'quoted.test(value) ?',
    replace: 'value.length < 0 ?',
    test: ['ground/database/postgres-inserts.test.ts', 'keep every value as it is where they are many'],
  },
  {
    name: 'leaves it to PostgreSQL to complain of a column that it does not have',
    file: 'ground/database/postgres-many-rows.ts',
    find: 'if (type === undefined)',
    replace: 'if (types.size === 0)',
    test: ['ground/database/postgres-inserts.test.ts', 'name a column that the store does not have'],
  },
  {
    name: 'walks through a long list for the few rows that come into question',
    file: 'operation/list-rows.ts',
    find: "(name) => name('few').materialized(),",
    replace: "(name) => name('few'),",
    test: ['cards/issuing/list-cards.test.ts', 'reads each page from an index, in its order'],
  },
  {
    name: 'takes customers without currencies of their own for users of every currency',
    file: 'people/customers/using-currency.ts',
    find: 'list === ofPlatform ? isOfPlatform : list.includes(named)',
    replace: 'list === ofPlatform || list.includes(named)',
    test: ['people/customers/list-customers.test.ts', 'finds customers by a currency they use'],
  },
  {
    name: 'walks through all rows of a platform in the order that is asked for',
    file: 'ground/database/statement.ts',
    find: 'sql`+${sql.ref(column)}`',
    replace: 'sql`${sql.ref(column)}`',
    test: ['ground/database/statement-plans.test.ts', 'goes through no more rows of a platform than it is about'],
  },
];
