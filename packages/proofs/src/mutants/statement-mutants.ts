import type { Mutant } from './mutant.ts';

const entries = 'cards/statements/list-internal-account-entries.test.ts';

export const statementMutants: readonly Mutant[] = [
  {
    name: 'leaves the entries out of statements',
    file: 'engines/ledger/post-entry.ts',
    find: "  if (changes.length > 0) unit.insert('account_entries', accountEntries(entry, entryId, changes));\n",
    replace: '',
    test: [entries, 'show what changed the balance, with both balances after it and what it belongs to'],
  },
  {
    name: 'shows the statements of other platforms',
    file: 'cards/statements/list-internal-account-entries.ts',
    find: 'const account = await findInternalAccount(unit, tenant, input.path.id);',
    replace: 'const account = await findInternalAccount(unit, tenant === 1 ? 1 : tenant - 1, input.path.id);',
    test: [entries, 'are for the platform that the account belongs to, and for those who may view'],
  },
  {
    name: 'concludes from a later look why it took no money',
    file: 'engines/ledger/post-entry.ts',
    find: 'if (repeated !== undefined) return repeated;',
    replace: '',
    test: ['engines/ledger/ledger.test.ts', '%s'],
  },
  {
    name: 'begins the day anew whenever the clock is set back',
    file: 'engines/ledger/post-entry.ts',
    find: ".when('sent_on', '>=', change.day)",
    replace: ".when('sent_on', '=', change.day)",
    test: ['engines/ledger/ledger.test.ts', 'counts a day that comes again with what was sent on it and after it'],
  },
  {
    name: 'dates entries by the clock alone',
    file: 'engines/ledger/post-entry.ts',
    find: "when('entered_at', '>', now)",
    replace: "when('entered_at', '<', '')",
    test: [entries, 'stay in their order, and are never dated before the one that came before'],
  },
  {
    name: 'takes the balance of the moment for the opening balance of a range',
    file: 'cards/statements/entries-repository.ts',
    find: "lastEntry('findLastEntryBefore', '<')",
    replace: "lastEntry('findLastEntryBefore', '<=')",
    test: [entries, 'are filtered by time and kind, between an opening and a closing balance'],
  },
  {
    name: 'lets spreadsheets run what callers have written',
    file: 'cards/statements/entries-csv.ts',
    find: '/^[=+\\-@\\t\\r]/.test(value)',
    replace: '/^[=]{9}/.test(value)',
    test: ['cards/statements/entries-csv.test.ts', 'writes %s as a line that reads the same and runs nowhere'],
  },
  {
    name: 'lets caches give CSV to whoever takes JSON',
    file: 'http/server.ts',
    find: "if (operation.row.hasCsv && answer.status === 200) reply.header('vary', 'accept');",
    replace: '',
    test: ['cards/statements/entries-csv.test.ts', 'are sent to who accepts %s as %s'],
  },
  {
    name: 'ends CSV with its first reading',
    file: 'cards/statements/list-internal-account-entries.ts',
    find: 'isMore = rows.length === linesAtOnce;',
    replace: 'isMore = rows.length > linesAtOnce;',
    test: ['cards/statements/entries-csv.test.ts', 'go on from one reading to the next, without a gap or a repeat'],
  },
];
