import type { Mutant } from './mutant.ts';

const embedded = 'ground/database/database.test.ts';

/** Mistakes about units that share a commit of the embedded store. */
export const storeMutants: readonly Mutant[] = [
  {
    name: 'stops all webhooks on one unreadable signing key',
    file: 'engines/outbox/delivery-claims.ts',
    find: "return { thrown: new Error('the signing key of the platform is sealed with another master key', { cause }) };",
    replace: 'throw cause;',
    test: [
      'engines/outbox/delivery-troubles.test.ts',
      'are all those of a platform whose signing key does not open, and delay no other platform',
    ],
  },
  {
    name: 'creates platforms under a foreign master key',
    file: 'start/operator.ts',
    find: '(!(await database.read((unit) => isSealedBy(unit, deps.sealer))))',
    replace: '(await database.read((unit) => isSealedBy(unit, deps.sealer)) === undefined)',
    test: ['start/operator-command.long.test.ts', 'refuses a master key other than that of the store'],
  },
  {
    name: 'accepts a master key that opens only one platform',
    file: 'ground/sealing/sealer.ts',
    find: 'oldest === undefined || opens(oldest) || sealed.filter(opens).length > sealed.length / 2',
    replace: 'oldest === undefined || sealed.some(opens)',
    test: [
      'ground/sealing/sealer.test.ts',
      'recognises its store by the oldest text, or by most texts when that one is damaged',
    ],
  },
  {
    name: 'backs up under a foreign master key',
    file: 'backups/take-backup.ts',
    find: '  refuseForeignKey(inspection, masterKey);\n',
    replace: '',
    test: [
      'start/backup-commands.long.test.ts',
      'includes the master key that seals its data, and is refused with any other',
    ],
  },
  {
    name: 'backs up without referenced files',
    file: 'backups/take-backup.ts',
    find: '  refuseWithoutFiles(inspection, request);\n',
    replace: '',
    test: ['start/backup-commands.long.test.ts', 'is refused when the stored files are missing'],
  },
  {
    name: 'treats a writing unit as read-only',
    file: 'ground/database/sqlite-connection.ts',
    find: 'if (!prepared.isReading) this.#writes += 1;',
    replace: 'if (!prepared.isReading) this.#writes += 0;',
    test: [embedded, 'rolls back a database transaction that throws, and keeps the others of its group'],
  },
  {
    name: 'repeats a group without rolling it back',
    file: 'ground/database/sqlite-database.ts',
    find: '      this.#groupsWithSavepoints = groupsAfterFailure;\n      await this.#beginAgain();',
    replace: '      this.#groupsWithSavepoints = groupsAfterFailure;',
    test: [embedded, 'reruns a group only when a database transaction in its middle fails after a write'],
  },
  {
    name: 'acknowledges writes to a deleted file',
    file: 'ground/database/sqlite-database.ts',
    find: '      this.#requireFiles();\n',
    replace: '',
    test: [embedded, 'refuses writes while its file%s is missing or replaced, and continues once it is restored'],
  },
  {
    name: 'commits to a file of SQLite that another program has overwritten',
    file: 'ground/database/held-pages.ts',
    find: '!areThere(file, last.pages)',
    replace: 'last.pages.size === 0',
    test: [
      'ground/database/held-pages.test.ts',
      'takes no writes after another program has overwritten it, until the right bytes are back',
    ],
  },
  {
    name: 'takes an interrupted checkpoint for another program',
    file: 'ground/database/held-pages.ts',
    find: 'return changed.every(([number, page]) => hasInLog(log, number, page));',
    replace: 'return log.length === 0;',
    test: ['ground/database/held-pages.test.ts', 'takes writes although it %s'],
  },
  {
    name: 'acknowledges writes to a file that was cut short',
    file: 'ground/database/held-files.ts',
    find: 'stats.size < held.leastBytes(reader)',
    replace: 'stats.size < 0',
    test: [embedded, 'refuses writes after another program has cut its file%s short, and reads of what is lost'],
  },
  {
    name: 'takes a checkpoint that truncates the log for damage',
    file: 'ground/database/held-files.ts',
    find: 'stats.size < held.bytes && stats.size < held.leastBytes(reader)',
    replace: 'stats.size < held.bytes',
    test: [embedded, 'continues after another program has made its files smaller by %s'],
  },
  {
    name: 'loses the units before a failed one',
    file: 'ground/database/sqlite-database.ts',
    find: 'else if (before === start) {',
    replace: 'else if (before >= start) {',
    test: [embedded, 'reruns a group only when a database transaction in its middle fails after a write'],
  },
  {
    name: 'sums money in 64 bits',
    file: 'ground/database/exact-sums.ts',
    find: 'sum((${amount}) >> 32)',
    replace: 'sum(${amount}) >> 32',
    test: ['verify/verify-large-sums.test.ts', 'finds no breach in a healthy store'],
  },
  {
    name: 'loses the carry of the lower half of a sum',
    file: 'ground/database/exact-sums.ts',
    find: ' + (${lowerSum(amount)} >> 32)',
    replace: '',
    test: ['verify/verify-large-sums.test.ts', 'finds no breach in a healthy store'],
  },
  {
    name: 'compares only the upper half of a sum',
    file: 'ground/database/exact-sums.ts',
    find: '  return sql`(coalesce(${sql.ref(`${name}_upper`)}, 0), coalesce(${sql.ref(`${name}_lower`)}, 0))`;',
    replace: '  return sql`(coalesce(${sql.ref(`${name}_upper`)}, 0), null)`;',
    test: ['verify/verify-large-sums.test.ts', 'reports a breach of %s after %s'],
  },
  {
    name: 'acknowledges a payment before it is on disk',
    file: 'ground/database/sqlite-handles.ts',
    find: 'PRAGMA synchronous = FULL;',
    replace: 'PRAGMA synchronous = NORMAL;',
    test: [embedded, 'uses write-ahead logging'],
  },
];
