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
  /** `METHOD /path` each; empty if the rule is for all operations. */
  readonly operations: readonly string[];
  readonly tests: readonly NamedTest[];
}

const head = '| Rule | Operations | Test |';
const everyOperation = 'all';

/** A raw row of a table. */
export interface TableRow {
  readonly area: string;
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of the tables with one header on a Markdown page, each with the name of its area. */
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

/** The rules of a page, from the tables with their header. */
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
