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

/** The rules of a page in Markdown: tables of one known head, each under the name of its area. */
export function readRules(page: string): readonly Rule[] {
  const rules: Rule[] = [];
  let area = '';
  let isTable = false;
  for (const [index, line] of page.split('\n').entries()) {
    if (line.startsWith('## ')) area = line.slice(3);
    if (!line.startsWith('|')) isTable = false;
    else if (line === head) isTable = true;
    else if (isTable && !line.startsWith('| ---')) rules.push(readRule(area, index + 1, line));
  }
  return rules;
}

function readRule(area: string, line: number, row: string): Rule {
  const [text = '', operations = '', tests = ''] = row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
  return {
    area,
    line,
    text,
    operations:
      operations === everyOperation ? [] : [...operations.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    tests: tests === '' ? [] : tests.split('<br>').map(readTest),
  };
}

/** `file` → title */
function readTest(cell: string): NamedTest {
  const [, file = '', title = ''] = /^`([^`]+)` → (.+)$/.exec(cell.trim()) ?? [];
  return { file, title };
}
