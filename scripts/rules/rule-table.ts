/** A test as a rule names it. */
export interface NamedTest {
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
}

/** A row of one of the tables. */
export interface Rule {
  readonly area: string;
  readonly line: number;
  readonly text: string;
  /** `METHOD /path` each, or none where the rule holds for all operations. */
  readonly operations: readonly string[];
  readonly tests: readonly NamedTest[];
}

const head = '| Rule | Operations | Test |';
const everyOperation = 'all';

/** A row of a table as it stands. */
export interface TableRow {
  readonly area: string;
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a page in Markdown: of its tables of one head, each under the name of its area. */
export function tableRows(page: string, tableHead: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  let area = '';
  let isTable = false;
  for (const [index, line] of page.split('\n').entries()) {
    if (line.startsWith('## ')) area = line.slice(3);
    if (!line.startsWith('|')) isTable = false;
    else if (line === tableHead) isTable = true;
    else if (isTable && !line.startsWith('| ---')) {
      const cells = line.slice(1, -1).split('|');
      rows.push({ area, line: index + 1, cells: cells.map((cell) => cell.trim()) });
    }
  }
  return rows;
}

/** The rules of a page, from the tables that have their head. */
export function readRules(page: string): readonly Rule[] {
  return tableRows(page, head).map(({ area, line, cells: [text = '', operations = '', tests = ''] }) => ({
    area,
    line,
    text,
    operations:
      operations === everyOperation ? [] : [...operations.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    tests: tests === '' ? [] : tests.split('<br>').map(readTest),
  }));
}

/** `file` → title */
export function readTest(cell: string): NamedTest {
  const [, file = '', title = ''] = /^`([^`]+)` → (.+)$/.exec(cell.trim()) ?? [];
  return { file, title };
}
