import type { Mutant } from './mutant.ts';

/** Mistakes in the parsing of forms, and in imports of customers. */
export const importMutants: readonly Mutant[] = [
  {
    name: 'drops the parts that a form has too many of',
    file: 'http/receive-form.ts',
    find: "      parser.on('fieldsLimit', () => this.#refuse(`Send at most ${limits.fields} text parts.`));\n",
    replace: '',
    test: [
      'http/receive-form.test.ts',
      'is told that it has too many parts, and not that those which come last are missing',
    ],
  },
  {
    name: 'reads a file of customers without a pause',
    file: 'people/imports/read-csv.ts',
    find: '      if (start > 0) await turnOfOthers();\n',
    replace: '',
    test: [
      'people/imports/read-csv.test.ts',
      'lets others go on while it reads, and takes no longer for each of many rows than for each of few',
    ],
  },
  {
    name: 'reads empty lines for as long as there are any',
    file: 'people/imports/read-csv.ts',
    find: 'if (emptyLines > mostEmptyLines)',
    replace: 'if (emptyLines < 0)',
    test: ['people/imports/read-csv.test.ts', 'takes a gap of empty lines, and no file that is made of them'],
  },
  {
    name: 'counts the rows of a file in one turn',
    file: 'people/imports/import-customers.ts',
    find: 'if (left > 0 && next.offset - (place?.offset ?? 0) < bytesPerTurn) continue;',
    replace: 'if (left > 0) continue;',
    test: ['people/imports/import-customers.test.ts', 'goes on where it was, without reading what is behind it'],
  },
  {
    name: 'begins an import for ever that ends its process',
    file: 'people/imports/import-customers.ts',
    find: 'if (attempts >= mostAttempts)',
    replace: 'if (attempts < 0)',
    test: ['people/imports/failing-imports.test.ts', 'ends when it has ended its process three times, and tells of it'],
  },
  {
    name: 'stops an import at a row that something is thrown at',
    file: 'people/imports/import-customers.ts',
    find: 'if (error instanceof DatabaseUnavailable || error instanceof ImportMovedOn) throw error;',
    replace: "if (error !== '') throw error;",
    test: [
      'people/imports/failing-imports.test.ts',
      'refuses a row that something is thrown at, reports that once a turn, and goes on',
    ],
  },
  {
    name: 'names a row as the file is named',
    file: 'people/imports/import-customers.ts',
    find: 'id === undefined || ambiguousId.test(id)',
    replace: 'id === undefined',
    test: [
      'people/imports/import-customers.test.ts',
      'names a row by its line where its id would name the file, or another row',
    ],
  },
  {
    name: 'looks at each column of the header for each row',
    file: 'people/imports/read-rows.ts',
    find: "values.map((value, index) => [header[index] ?? '', value.trim()] as const)",
    replace: "header.map((column, index) => [column, (values[index] ?? '').trim()] as const)",
    test: ['people/imports/read-rows.test.ts', 'takes a short row in no more time because the header is long'],
  },
];
