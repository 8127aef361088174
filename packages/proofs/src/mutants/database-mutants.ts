import type { Mutant } from './mutant.ts';

const late = 'repeats the %s database transaction of a connection when its COMMIT arrives late, with effect once';

/** Mistakes in the protocol with PostgreSQL, and in queries. */
export const databaseMutants: readonly Mutant[] = [
  {
    name: 'ends the process when a connection is lost',
    file: 'ground/database/postgres-connections.ts',
    find: "client.on('error', () => {",
    replace: "client.on('notice', () => {",
    test: [
      'ground/database/lost-connections.long.test.ts',
      'fails no database transaction for good while PostgreSQL is up, and each takes effect once',
    ],
  },
  {
    name: 'refuses units although it has connections',
    file: 'ground/database/postgres-connections.ts',
    find: 'if (codeOf(error) !== tooMany || pool.totalCount === 0) throw error;',
    replace: 'if (codeOf(error) !== undefined) throw error;',
    test: [
      'ground/database/postgres-connections.test.ts',
      'are as many as PostgreSQL has left, and no unit is refused for that',
    ],
  },
  {
    name: 'writes to a former primary',
    file: 'ground/database/postgres-primary.ts',
    find: 'found.timeline < newest.timeline',
    replace: 'found.timeline === newest.timeline + 1e6',
    test: ['ground/database/postgres-connections.test.ts', 'are not opened to the former primary any more'],
  },
  {
    name: 'continues on connections to a former primary',
    file: 'ground/database/postgres-connections.ts',
    find: 'return this.#primary.is(primary);',
    replace: 'return true;',
    test: ['ground/database/postgres-connections.test.ts', 'are closed once one leads to the new primary'],
  },
  {
    name: 'tries each connection of a network that has forgotten them',
    file: 'ground/database/postgres-session.ts',
    find: 'if (isSilence(error)) this.#options.onSilence();',
    replace: '',
    test: [
      'ground/database/lost-connections.long.test.ts',
      'that falls silent is dropped with all others of its age, and the transaction is repeated',
    ],
  },
  {
    name: 'repeats a unit whose commit is unknown',
    file: 'ground/database/postgres-database.ts',
    find: 'return (await this.#hasCommitted(outcome.unknown)) ?',
    replace: 'return outcome.unknown.mark === undefined ?',
    test: [
      'ground/database/lost-connections.long.test.ts',
      'after COMMIT is resolved by reading, and the database transaction does not run again',
    ],
  },
  {
    name: 'does not analyse a young store',
    file: 'ground/database/postgres-database.ts',
    find: '    this.#statistics.count();\n',
    replace: '',
    test: ['ground/database/postgres-statistics.test.ts', 'is analysed after 100 database transactions'],
  },
  {
    name: 'scans sealed rows for unsealed ones',
    file: 'workers/backfill-encryption.ts',
    find: "      .orderBy('tenant')\n      .orderBy('id')\n",
    replace: '',
    test: ['workers/backfill-encryption.test.ts', 'are found through the index of unencrypted rows only'],
  },
  {
    name: 'lets a late commit happen',
    file: 'ground/database/postgres-session.ts',
    find: 'await this.#query({ text: voidUnit, values: [connection, unit] });',
    replace: '',
    test: ['ground/database/lost-connections.long.test.ts', late],
  },
  {
    name: 'commits a voided unit',
    file: 'ground/database/migrations/0064-marks-of-connections.sql',
    find: ', ADD CHECK (last_unit <> void_unit)',
    replace: '',
    test: ['ground/database/lost-connections.long.test.ts', late],
  },
  {
    name: 'deletes the mark of a voided unit too early',
    file: 'ground/database/postgres-session.ts',
    find: 'SET void_unit = excluded.void_unit, made_at = excluded.made_at',
    replace: 'SET void_unit = excluded.void_unit',
    test: ['ground/database/lost-connections.long.test.ts', late],
  },
  {
    name: 'voids a committed unit',
    file: 'ground/database/postgres-session.ts',
    find: '\n  WHERE unit_marks.last_unit IS DISTINCT FROM excluded.void_unit`',
    replace: '`',
    test: [
      'ground/database/lost-connections.long.test.ts',
      'after COMMIT is resolved by reading, and the database transaction does not run again',
    ],
  },
  {
    name: 'reuses an earlier read of a token',
    file: 'access/tokens/find-caller.ts',
    find: '    pending.delete(clientId);\n',
    replace: '',
    test: [
      'access/tokens/find-caller.test.ts',
      'shares one read between requests for a token in one turn, and never reuses an earlier read',
    ],
  },
  {
    name: 'does not escape quotes in a PostgreSQL array',
    file: 'ground/database/postgres-many-rows.ts',
    find: 'quoted.test(value) ?',
    replace: 'value.length < 0 ?',
    test: ['ground/database/postgres-inserts.test.ts', 'store every value unchanged when there are many rows'],
  },
  {
    name: 'sends an unknown column to PostgreSQL',
    file: 'ground/database/postgres-many-rows.ts',
    find: 'if (type === undefined)',
    replace: 'if (types.size === 0)',
    test: ['ground/database/postgres-inserts.test.ts', 'throw on a column that the store does not have, naming it'],
  },
  {
    name: 'scans a list in order for few matching rows',
    file: 'operation/list-rows.ts',
    find: "(name) => name('few').materialized(),",
    replace: "(name) => name('few'),",
    test: ['cards/issuing/list-cards.test.ts', 'reads each page from an index, in its order'],
  },
  {
    name: 'matches every currency for customers without a list',
    file: 'people/customers/using-currency.ts',
    find: 'list === ofPlatform ? isOfPlatform : list.includes(named)',
    replace: 'list === ofPlatform || list.includes(named)',
    test: [
      'people/customers/list-customers.test.ts',
      'filters by currency, including customers without a list of currencies',
    ],
  },
  {
    name: 'sorts by an index that does not filter',
    file: 'ground/database/statement.ts',
    find: 'sql`+${sql.ref(column)}`',
    replace: 'sql`${sql.ref(column)}`',
    test: [
      'ground/database/statement-plans.test.ts',
      'does not scan all rows of a table or platform, listed exceptions aside',
    ],
  },
  {
    name: 'starts on a database that cannot store every text',
    file: 'ground/database/postgres-admission.ts',
    find: 'if (!usableEncodings.has(encoding))',
    replace: 'if (encoding === undefined)',
    test: [
      'ground/database/postgres-admission.long.test.ts',
      'are refused to a database whose encoding lacks characters, with the command that makes another',
    ],
  },
];
