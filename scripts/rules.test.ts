import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationTable } from '../packages/types/src/index.ts';
import { checkAttacks } from './rules/check-attacks.ts';
import { checkRules, type Surroundings } from './rules/check-rules.ts';
import { readRules } from './rules/rule-table.ts';
import { titlesOf } from './rules/test-titles.ts';

const root = new URL('../', import.meta.url);

function read(file: string): string | undefined {
  const location = new URL(file, root);
  return file !== '' && existsSync(location) ? readFileSync(location, 'utf8') : undefined;
}

const operations = Object.values(operationTable).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
const page = read('docs/RULES.md') ?? '';

describe('docs/RULES.md', () => {
  test('names an existing test for every rule, and only existing operations', () => {
    expect(checkRules(page, { read, operations })).toEqual([]);
  });

  test('has rules in every area, each written once', () => {
    const rules = readRules(page);
    expect(rules.length).toBeGreaterThan(150);
    const texts = rules.map(({ area, text }) => `${area}: ${text}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    const areas = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect([...new Set(rules.map(({ area }) => area))]).toEqual(areas.slice(0, -1));
  });
});

const { scripts } = JSON.parse(read('package.json') ?? '{}') as { readonly scripts: Readonly<Record<string, string>> };
const commands = Object.keys(scripts);

describe('docs/SECURITY.md', () => {
  test('names existing proofs for every attack, or the reason why there are none', () => {
    const attacks = read('docs/SECURITY.md') ?? '';
    expect(checkAttacks(attacks, { read, commands })).toEqual([]);
    expect(attacks.match(/^\| (?!Attack|---)/gm)?.length).toBeGreaterThan(40);
  });

  test.each([
    ['a proof that is gone', '| A. | B. | `a.test.ts` → counts pears |', "line 5: no test 'counts pears' in a.test.ts"],
    ['a file that is gone', '| A. | B. | `b.test.ts` → counts apples |', 'line 5: no file b.test.ts'],
    ['a command that is gone', '| A. | B. | `npm run storm -- --all` |', 'line 5: no command storm'],
    ['a row without a proof', '| A. | B. |  |', 'line 5: no proof'],
    ['a "not built" without a reason', '| A. |  | not built: |', 'line 5: no file '],
    ['a proof without a defence', '| A. |  | `a.test.ts` → counts apples |', 'line 5: a proof of nothing'],
  ])('is reported for %s', (_fault, row, finding) => {
    const table = ['## Fruit', '', '| Attack | What is done | Proof |', '| --- | --- | --- |', row];
    expect(checkAttacks(table.join('\n'), { ...surroundings, commands })).toContain(finding);
  });
});

const source = `
it('counts apples', () => {});
test("it's told", () => {});
it.each([1, 2])('counts %s', () => {});
it.each([
  ['a', (x) => x],
])(
  'counts %s twice',
  () => {},
);
it.skip('counts pears', () => {});
// it('counts plums', () => {});
`;

const surroundings: Surroundings = {
  read: (file) => (file === 'a.test.ts' ? source : undefined),
  operations: ['GET /apples'],
};

function findings(...rows: string[]): readonly string[] {
  const table = ['## Fruit', '| Rule | Operations | Test |', '| --- | --- | --- |', ...rows];
  return checkRules(table.join('\n'), surroundings);
}

describe('the check of the rules', () => {
  test('finds nothing wrong with a good page', () => {
    const tests = '`a.test.ts` → counts apples<br>`a.test.ts` → counts %s twice';
    expect(findings(`| Apples are counted. | \`GET /apples\` | ${tests} |`)).toEqual([]);
  });

  test.each([
    ['a rule without a test', '| Apples are counted. | `GET /apples` |  |', 'line 5: no test'],
    ['a file that does not exist', '| A. | `GET /apples` | `b.test.ts` → counts apples |', 'line 5: no file b.test.ts'],
    [
      'a test that does not exist',
      '| A. | `GET /apples` | `a.test.ts` → counts |',
      "line 5: no test 'counts' in a.test.ts",
    ],
    ['a skipped test', '| A. | all | `a.test.ts` → counts pears |', "line 5: no test 'counts pears' in a.test.ts"],
    ['a test in a comment', '| A. | all | `a.test.ts` → counts plums |', "line 5: no test 'counts plums' in a.test.ts"],
    ['a test without its file', '| A. | all | counts apples |', 'line 5: no file '],
    [
      'an operation that is not served',
      '| A. | `GET /pears` | `a.test.ts` → counts apples |',
      'line 5: no operation GET /pears',
    ],
    ['a row without a rule', '|  | all | `a.test.ts` → counts apples |', 'line 5: no rule'],
  ])('finds %s', (_fault, row, finding) => {
    expect(findings('| Apples. | `GET /apples` | `a.test.ts` → counts apples |', row)).toContain(finding);
  });

  test('finds an operation that no rule names', () => {
    const row = '| A. | all | `a.test.ts` → counts apples |';
    const table = ['## Fruit', '| Rule | Operations | Test |', '| --- | --- | --- |', row].join('\n');
    expect(checkRules(table, surroundings)).toEqual(['no rule names GET /apples']);
  });
});

test('the titles of a file leave out skipped and commented tests', () => {
  expect([...titlesOf(source)].sort()).toEqual(["it's told", 'counts %s', 'counts %s twice', 'counts apples'].sort());
});
