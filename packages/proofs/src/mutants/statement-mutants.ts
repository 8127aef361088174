import type { Mutant } from './mutant.ts';

const entries = 'cards/statements/list-internal-account-entries.test.ts';

export const statementMutants: readonly Mutant[] = [
  {
    name: 'omits entries from statements',
    file: 'engines/ledger/post-entry.ts',
    find: "  if (changes.length > 0) unit.insert('account_entries', accountEntries(entry, entryId, changes));\n",
    replace: '',
    test: [entries, 'show each balance change with both balances after it and its transaction'],
  },
  {
    name: 'shows the statements of other platforms',
    file: 'cards/statements/list-internal-account-entries.ts',
    find: 'const account = await findInternalAccount(unit, tenant, input.path.id);',
    replace: 'const account = await findInternalAccount(unit, tenant === 1 ? 1 : tenant - 1, input.path.id);',
    test: [entries, 'are returned to the platform of the account alone, with the permission VIEW'],
  },
  {
    name: 'derives the refusal of a debit from a later read',
    file: 'engines/ledger/post-entry.ts',
    find: 'if (repeated !== undefined) return repeated;',
    replace: '',
    test: ['engines/ledger/ledger.test.ts', '%s'],
  },
  {
    name: 'resets the daily volume when the clock is set back',
    file: 'engines/ledger/post-entry.ts',
    find: ".when('sent_on', '>=', change.day)",
    replace: ".when('sent_on', '=', change.day)",
    test: [
      'engines/ledger/ledger.test.ts',
      'counts the debits of a later day against the daily limit when the clock goes back a day',
    ],
  },
  {
    name: 'dates entries by the clock alone',
    file: 'engines/ledger/post-entry.ts',
    find: "when('entered_at', '>', now)",
    replace: "when('entered_at', '<', '')",
    test: [entries, 'keep their order and are never dated before the previous entry'],
  },
  {
    name: 'uses the current balance as the opening balance',
    file: 'cards/statements/entries-repository.ts',
    find: "lastEntry('findLastEntryBefore', '<')",
    replace: "lastEntry('findLastEntryBefore', '<=')",
    test: [entries, 'are filtered by time and kind, with the opening and closing balance of the range'],
  },
  {
    name: 'does not escape formulas in CSV',
    file: 'cards/statements/entries-csv.ts',
    find: '/^[=+\\-@\\t\\r]/.test(value)',
    replace: '/^[=]{9}/.test(value)',
    test: ['cards/statements/entries-csv.test.ts', 'writes %s as a safe CSV line'],
  },
  {
    name: 'omits Vary for CSV',
    file: 'http/server.ts',
    find: "if (operation.row.hasCsv && answer.status === 200) reply.header('vary', 'accept');",
    replace: '',
    test: ['cards/statements/entries-csv.test.ts', 'answer the header Accept: %s with %s'],
  },
  {
    name: 'ends CSV after the first page',
    file: 'cards/statements/list-internal-account-entries.ts',
    find: 'isMore = rows.length === linesAtOnce;',
    replace: 'isMore = rows.length > linesAtOnce;',
    test: ['cards/statements/entries-csv.test.ts', 'return 1203 entries in order, without a gap or a repeat'],
  },
];
