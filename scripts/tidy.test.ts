import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operationTable } from '../packages/types/src/index.ts';
import { handlerFile, handlerProblems, untested } from './tidy/handlers.ts';
import {
  fileCycles,
  orphans,
  publishedEntries,
  roomCycles,
  unexplainedDependencies,
  wrongImports,
  wrongPackages,
} from './tidy/imports.ts';
import { roomsNamed, roomsThere } from './tidy/rooms.ts';
import { longFiles, longFunctions } from './tidy/sizes.ts';
import { isProgram, isTest, readRepository, repository, type WrittenFile } from './tidy/source-tree.ts';
import {
  catchAllNames,
  deadLinks,
  divisions,
  floatingMoney,
  headings,
  sandboxDecisions,
  titlesWithShould,
  uncheckedTypes,
  unfinishedNotes,
  untypedJson,
} from './tidy/wording.ts';

const files = readRepository();
const programs = files.filter(isProgram);
const operationIds = Object.keys(operationTable);

/** A file that does not exist, to show that the rule finds it. */
function written(path: string, text = ''): WrittenFile {
  return { path, text };
}

const inServer = (path: string, text = ''): WrittenFile => written(`packages/server/src/${path}`, text);

describe('the size limits', () => {
  it('keep files within 300 lines', () => {
    expect(longFiles(programs)).toEqual([]);
    expect(longFiles([written('a.ts', 'x\n'.repeat(301))])).toEqual(['a.ts has 301 lines; at most 300 are allowed']);
  });

  it('keep functions outside tests within 70 lines', () => {
    expect(longFunctions(programs.filter((file) => !isTest(file)))).toEqual([]);
    const long = written('a.ts', `const f = () => {\n${'x;\n'.repeat(70)}};\n`);
    expect(longFunctions([long])).toEqual(['a.ts f has 72 lines; at most 70 are allowed']);
  });
});

describe('the repository', () => {
  it('has no file or folder with a catch-all name such as utils or helpers', () => {
    expect(catchAllNames(files)).toEqual([]);
    const names = ['src/utils/money.ts', 'src/helpers.ts', 'spec/schemas/common/Money.yaml', 'src/library.ts'];
    expect(catchAllNames(names.map((name) => written(name)))).toHaveLength(3);
  });

  it('has no note about unfinished work', () => {
    expect(unfinishedNotes(files)).toEqual([]);
    const mark = 'todo'.toUpperCase();
    expect(unfinishedNotes([written('a.ts', `\n// ${mark}: round`), written('b.ts', "const code = 'XXX';")])).toEqual([
      'a.ts:2: finish it, or open an issue about it',
    ]);
  });

  it('words each test title as a fact', () => {
    expect(titlesWithShould(files)).toEqual([]);
    const named = (name: string): string => `it.each([1])('${name}', () => {});`;
    expect(
      titlesWithShould([written('a.test.ts', named('should work')), written('b.test.ts', named('works'))]),
    ).toHaveLength(1);
  });

  it('has one top heading and no dead link in each document', () => {
    expect(headings(files)).toEqual([]);
    expect(deadLinks(files, (path) => existsSync(`${repository}${path}`))).toEqual([]);
    expect(
      headings([written('a.md', '# One\n```sh\n# a comment\n```\n# Two\n'), written('b.md', '# One\n')]),
    ).toHaveLength(1);
    const linked = written(
      'docs/a.md',
      '[one](b.md#part), [two](../c.md), [three](https://example.com), [four](#part)',
    );
    expect(deadLinks([linked], (path) => path === 'docs/b.md')).toEqual([
      'docs/a.md: the link to ../c.md leads nowhere',
    ]);
  });

  it('uses no floating point for money', () => {
    const onTheWire = 'the interface shows the rate as a JSON number, with which nothing is computed';
    const reasons = {
      'packages/server/src/ground/money/money.ts': 'the one way out, which refuses what a number cannot hold',
      'packages/server/src/payments/quotes/build-rows.ts': onTheWire,
      'packages/server/src/payments/quotes/quote-view.ts': onTheWire,
      'packages/server/src/engines/rates/lightning-multiplier.ts':
        'UMA writes the price of a unit in millisatoshis as a JSON number, and says how it is rounded',
    };
    expect(floatingMoney(files, reasons)).toEqual([]);
    const bad = inServer('engines/ledger/a.ts', 'const a = Number(text);\nconst b = isNumber(text);');
    expect(floatingMoney([bad], {})).toEqual([
      'packages/server/src/engines/ledger/a.ts:1: keep amounts bigint; money/ rounds, parses and writes them',
    ]);
  });

  it('keeps decisions of the sandbox behind ports', () => {
    expect(sandboxDecisions(files)).toEqual([]);
    const wrong = [
      "if (environment === 'SANDBOX') return code;",
      "const isStrict = 'PRODUCTION' !== caller.environment;",
      'return wished(outcomes, ending);',
      'const ending = nameSuffix(fullName);',
      'const code = sandboxCode;',
    ];
    const right = ["environment: Fixed<'SANDBOX' | 'PRODUCTION'>;", '// In the sandbox nothing is sent.'];
    const at = (line: string): WrittenFile => inServer('people/customers/a.ts', line);
    expect(wrong.map((line) => sandboxDecisions([at(line)]).length)).toEqual([1, 1, 1, 1, 1]);
    expect(right.flatMap((line) => sandboxDecisions([at(line)]))).toEqual([]);
    expect(wrong.flatMap((line) => sandboxDecisions([inServer('sandbox/adapters/a.ts', line)]))).toEqual([]);
  });

  it('rounds money only in rounding.ts', () => {
    const reasons = {
      'packages/server/src/ground/money/rounding.ts': 'the one place',
      'packages/server/src/payments/pricing/sending-limits.ts':
        'searches for an amount and halves what is left to search',
      'packages/server/src/payments/quotes/build-rows.ts':
        'shows basis points as a share, with which nothing is computed',
      'packages/server/src/engines/rates/rate-source.ts': 'divides time',
      'packages/server/src/engines/rates/lightning-multiplier.ts': 'reads an amount of the wire, rounded to one side',
      'packages/server/src/payments/transactions/settle-over-lightning.ts': 'divides time',
    };
    expect(divisions(files, reasons)).toEqual([]);
    const bad = inServer('payments/quotes/a.ts', '/** one / two */\nconst halfMinor = amountMinor / 2n;');
    expect(divisions([bad], {})).toEqual([
      'packages/server/src/payments/quotes/a.ts:2: let ground/money/rounding.ts divide, under a name that says what is rounded',
    ]);
  });
});

describe('types', () => {
  it('are checked in published code, without any, never or ts-ignore', () => {
    const forEachTable = 'one statement for several tables, whose rows have what it names';
    const reasons = {
      'packages/server/src/workers/backfill-encryption.ts': forEachTable,
    };
    expect(uncheckedTypes(files, reasons)).toEqual([]);
    const ways = ['a as unknown as B', 'a as any', 'a as never', 'const a: any = b', 'f<any>(a)', '// @ts-ignore'];
    const bad = [inServer('http/a.ts', ways.join('\n')), written('packages/client/src/a.ts', 'let a: any;')];
    expect(uncheckedTypes(bad, {})).toHaveLength(ways.length + 1);
    const good = [
      inServer('http/b.ts', '/** Any: any of them. */\nconst a = b as C;'),
      inServer('http/c.test.ts', 'a as any'),
    ];
    expect(uncheckedTypes(good, {})).toEqual([]);
  });

  it('of parsed JSON come from one place, the only one that calls JSON.parse', () => {
    const reasons = {
      'packages/server/src/ground/json/json-text.ts': 'the one place',
    };
    expect(untypedJson(files, reasons)).toEqual([]);
    expect(untypedJson([inServer('http/a.ts', 'JSON.parse(text)')], {})).toEqual([
      'packages/server/src/http/a.ts:1: read it with readJson, or with parseJson if its type is unknown',
    ]);
  });
});

describe('imports', () => {
  it('follow the layers of the server, and reach another resource only through its verbs', () => {
    expect(wrongImports(files)).toEqual([]);
    const wrong = [
      inServer('ground/money/a.ts', "import type { B } from '../../engines/ledger/b.ts';"),
      inServer('ground/database/a.ts', "import type { B } from '../../payments/quotes/b.ts';"),
      inServer('engines/ledger/a.ts', "import { b } from '../../payments/quotes/b.ts';"),
      inServer('engines/ledger/b.ts', "import { b } from '../outbox/b.ts';"),
      inServer('engines/outbox/d.ts', "import type { Deps } from '../../operation/deps.ts';"),
      inServer('payments/quotes/a.ts', "import { b } from '../../http/server.ts';"),
      inServer('payments/quotes/b.ts', "import type { B } from '../../people/customers/customers-repository.ts';"),
      inServer('people/customers/a.ts', "import { b } from '../../payments/quotes/b.ts';"),
      inServer('http/a.ts', "const b = await import('../app.ts');"),
    ];
    const right = [
      inServer(
        'payments/quotes/c.ts',
        "import { a } from '../../operation/operation.ts';\nimport { b } from '../../people/customers/find-customer.ts';",
      ),
      inServer('http/c.ts', "import { a } from '../payments/quotes/a.ts';"),
      inServer('engines/outbox/c.ts', "import { a } from '../states/transition.ts';"),
    ];
    expect(wrongImports([...wrong, ...right])).toHaveLength(wrong.length);
  });

  it('form no cycle between folders of the server', () => {
    expect(roomCycles(files)).toEqual([]);
    const circle = [
      inServer('people/customers/a.ts', "import { b } from '../owners/b.ts';"),
      inServer('people/owners/b.ts', "import { c } from '../documents/c.ts';"),
      inServer('people/documents/c.ts', "import { a } from '../customers/a.ts';"),
    ];
    expect(roomCycles(circle)).toEqual(['people/customers, people/documents, people/owners']);
    const types = inServer('people/documents/c.ts', "import { type A, type B } from '../customers/a.ts';");
    expect(roomCycles([...circle.slice(0, 2), types])).toEqual([]);
  });

  it('form no cycle between files, type imports included', () => {
    expect(fileCycles(programs)).toEqual([]);
    const circle = [
      written('scripts/a.ts', "import type { B } from './b.ts';"),
      written('scripts/b.ts', "import type { C } from './c.ts';\nimport { d } from './d.ts';"),
      written('scripts/c.ts', "import type { A } from './a.ts';"),
    ];
    const before = written('scripts/z.ts', "import { a } from './a.ts';");
    expect(fileCycles([...circle, before])).toEqual(['scripts/a.ts, scripts/b.ts, scripts/c.ts']);
  });

  it('run in one direction between packages', () => {
    expect(wrongPackages(programs)).toEqual([]);
    const wrong = [
      written('packages/client/src/a.ts', "import { b } from '@payments-platform/server';"),
      written('packages/types/src/a.ts', "import { b } from '../../client/src/index.ts';"),
      written('packages/contract-tests/src/a.case.ts', "import { b } from '../../server/src/app.ts';"),
    ];
    const right = written('packages/contract-tests/src/b.ts', "import { b } from '../../server/test/test-server.ts';");
    expect(wrongPackages([...wrong, right])).toHaveLength(wrong.length);
  });

  it('of third-party packages are explained in docs/ARCHITECTURE.md', () => {
    const table = files.find(({ path }) => path === 'docs/ARCHITECTURE.md')?.text.split('## Dependencies')[1] ?? '';
    expect(unexplainedDependencies(files, table)).toEqual([]);
    const manifest = written('packages/client/package.json', '{ "dependencies": { "one": "1.0.0" } }');
    expect(unexplainedDependencies([manifest], '| `two` | why | why not |')).toHaveLength(2);
  });

  it('reach every module', () => {
    const started = [
      'main.ts',
      'index.ts',
      'commands/index.ts',
      'engines/outbox/sending-thread.ts',
      'start/operator-command.ts',
      'start/verify-command.ts',
      // Proved against clients in use before wallets are exported.
      'engines/wallet-crypto/wallet-credentials-bundle.ts',
    ].map((path) => `packages/server/src/${path}`);
    // A room adds its tables and events by declaration merging.
    const declared = files.map(({ path }) => path).filter((path) => /\/(tables|life-cycle)\.ts$/.test(path));
    expect(orphans(programs, [...started, ...declared, ...publishedEntries])).toEqual([]);
    expect(orphans([inServer('a.ts'), inServer('a.test.ts', "import './a.ts';")], [])).toEqual([
      'packages/server/src/a.ts is imported by nothing',
    ]);
  });
});

describe('the folder table of docs/ARCHITECTURE.md', () => {
  it('names every folder of the server, and no other', () => {
    const text = files.find(({ path }) => path === 'docs/ARCHITECTURE.md')?.text ?? '';
    expect(roomsNamed(text)).toEqual(roomsThere());
  });
});

describe('operations', () => {
  it('have one handler file each, with their name', () => {
    expect(handlerProblems(files, operationIds)).toEqual([]);
    expect(handlerFile('createQuote')).toBe('create-quote.ts');
    expect(handlerProblems([inServer('payments/quotes/create-quote.ts')], ['createQuote', 'listQuotes'])).toHaveLength(
      2,
    );
  });

  it('are each named in a test', () => {
    expect(untested(files, operationTable)).toEqual([]);
    const operations = {
      createQuote: { method: 'POST', path: '/quotes' },
      getQuoteById: { method: 'GET', path: '/quotes/{quoteId}' },
      listQuotes: { method: 'GET', path: '/quotes' },
    };
    const tests = [inServer('quotes/list-quotes.test.ts'), inServer('a.test.ts', "call('createQuotes', '/quotes')")];
    expect(untested(tests, operations)).toEqual(['no test names createQuote', 'no test names getQuoteById']);
    const calls = ["client.POST('/quotes', {})", `server.request('GET', \`/quotes/\${quote.id}\`)`];
    expect(untested([...tests, ...calls.map((call) => inServer('b.test.ts', call))], operations)).toEqual([]);
  });
});
