import type { Mutant } from './mutant.ts';

/** Mistakes in the parsing of forms, and in imports of customers. */
export const importMutants: readonly Mutant[] = [
  {
    name: 'drops excess form parts silently',
    file: 'http/receive-form.ts',
    find: '    if (count === most + 1) this.#refuse(`Send at most ${most} ${kind}.`);\n',
    replace: '',
    test: [
      'http/receive-form.test.ts',
      'is refused for more than 32 text parts or 4 files, not for missing its last parts',
    ],
  },
  {
    name: 'parses a customer file without yielding',
    file: 'people/imports/read-csv.ts',
    find: '      if (start > 0) await turnOfOthers();\n',
    replace: '',
    test: [
      'people/imports/read-csv.test.ts',
      'yields to other work while it reads, and reads late rows as fast as early ones',
    ],
  },
  {
    name: 'accepts unlimited empty lines',
    file: 'people/imports/read-csv.ts',
    find: 'if (emptyLines > mostEmptyLines)',
    replace: 'if (emptyLines < 0)',
    test: ['people/imports/read-csv.test.ts', 'accepts 9,999 empty lines in a row and refuses more than 10,000'],
  },
  {
    name: 'counts the rows of a file without yielding',
    file: 'people/imports/import-customers.ts',
    find: 'if (left > 0 && next.offset - (place?.offset ?? 0) < bytesPerTurn) continue;',
    replace: 'if (left > 0) continue;',
    test: [
      'people/imports/import-customers.test.ts',
      'resumes at the stored offset without reading the earlier rows again',
    ],
  },
  {
    name: 'retries an import that crashes its process forever',
    file: 'people/imports/import-customers.ts',
    find: 'if (attempts >= mostAttempts)',
    replace: 'if (attempts < 0)',
    test: [
      'people/imports/failing-imports.test.ts',
      'ends with BULK_UPLOAD.FAILED after three attempts whose lease has expired',
    ],
  },
  {
    name: 'aborts an import on an error of one row',
    file: 'people/imports/import-customers.ts',
    find: 'if (error instanceof DatabaseUnavailable || error instanceof ImportMovedOn) throw error;',
    replace: "if (error !== '') throw error;",
    test: [
      'people/imports/failing-imports.test.ts',
      'fails a row on an unexpected error, reports one such error per turn, and continues',
    ],
  },
  {
    name: 'reports a row under a wrong id',
    file: 'people/imports/import-customers.ts',
    find: 'id === undefined || ambiguousId.test(id)',
    replace: 'id === undefined',
    test: [
      'people/imports/import-customers.test.ts',
      'reports a row by its line when its id is "file" or the row number of another row',
    ],
  },
  {
    name: 'scans the whole header for each row',
    file: 'people/imports/read-rows.ts',
    find: "values.map((value, index) => [header[index] ?? '', value.trim()] as const)",
    replace: "header.map((column, index) => [column, (values[index] ?? '').trim()] as const)",
    test: [
      'people/imports/read-rows.test.ts',
      'reads short rows under a header of 9,000 columns in less than 15 times the usual time',
    ],
  },
  {
    name: 'imports the oldest file first, whoever uploaded it',
    file: 'people/imports/import-customers.ts',
    find: 'const next = tenant ?? (await nextPlatform(server));',
    replace: 'const next = tenant;',
    test: [
      'people/imports/next-platform.test.ts',
      'alternate between platforms, however many files one of them has uploaded',
    ],
  },
  {
    name: 'gives each world turns of its own for imports',
    file: 'people/imports/next-platform.ts',
    find: 'sql<number>`coalesce(sandbox_worlds.tenant, timers.tenant)`',
    replace: 'sql<number>`coalesce(timers.tenant, sandbox_worlds.tenant)`',
    test: ['people/imports/next-platform.test.ts', 'are shared by a platform and its worlds'],
  },
  {
    name: 'stores the files of any number of unfinished imports',
    file: 'people/imports/upload-customers-csv.ts',
    find: '>= mostUnfinished) return tooMany;',
    replace: '< 0) return tooMany;',
    test: [
      'people/imports/unfinished-imports.test.ts',
      'are at most 50, and further files are refused with RATE_LIMITED until one is finished',
    ],
  },
  {
    name: 'counts the imports of each sandbox world alone',
    file: 'people/imports/upload-customers-csv.ts',
    find: 'unfinishedImports(unit, caller.creator ?? tenant)',
    replace: 'unfinishedImports(unit, caller.creator === undefined ? -1 : caller.creator)',
    test: [
      'people/imports/unfinished-imports.test.ts',
      'are at most 50, and further files are refused with RATE_LIMITED until one is finished',
    ],
  },
];
