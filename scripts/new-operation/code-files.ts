import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../packages/types/src/specification.ts';
import { handlerFile } from '../tidy/handlers.ts';
import type { WrittenFile } from '../tidy/source-tree.ts';
import type { OperationPlan } from './plan.ts';

const source = 'packages/server/src';

function read(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Replaces a required pattern: if the file was rearranged, it fails instead of editing half of it. */
function edited(text: string, place: RegExp, replacement: string, path: string): string {
  if (!place.test(text)) throw new Error(`${path} has no ${String(place)}: add the operation there manually`);
  return text.replace(place, replacement);
}

function handler({ id }: OperationPlan): string {
  return `import { type Handler, refuse } from '../../operation/operation.ts';

export const ${id}: Handler<'${id}'> = async () => refuse('NOT_IMPLEMENTED', 'This operation is not implemented yet.');
`;
}

function handlerTest({ id, method, examplePath, status }: OperationPlan, sample: Json | undefined): string {
  const body = sample === undefined ? '' : `, ${JSON.stringify(sample)}`;
  return `import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';

oneEngine('${id}', (start) => {
  it('answers with ${status}', async () => {
    const server = await start();
    const response = await server.request('${method.toUpperCase()}', '${examplePath}'${body});
    expect(response.status).toBe(${status});
  });
});
`;
}

function manifest(root: string, { id, room, isNewRoom }: OperationPlan): WrittenFile {
  const path = `${source}/${room}/manifest.ts`;
  const named = `import { ${id} } from './${handlerFile(id)}';\n`;
  const from = "import type { Manifest } from '../../operation/manifest.ts';\n";
  if (isNewRoom)
    return {
      path,
      text: `${from}${named}\nexport const manifest = {\n  operations: { ${id} },\n} satisfies Manifest;\n`,
    };
  const text = edited(read(root, path), /^import type \{ Manifest \}.*\n/m, `$&${named}`, path);
  const listed = /^ {2}operations: \{([^}]*)\},?\n/m;
  const names = [...(listed.exec(text)?.[1]?.split(',') ?? []), id]
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const part = `  operations: {\n${names
    .toSorted()
    .map((name) => `    ${name},\n`)
    .join('')}  },\n`;
  if (listed.test(text)) return { path, text: text.replace(listed, part) };
  return { path, text: edited(text, /^export const manifest = \{\n/m, `$&${part}`, path) };
}

/** Adds a new room to the modules, after the last one of its domain, and to the table of rooms. */
function roomFiles(root: string, { room }: OperationPlan): WrittenFile[] {
  const [domain = ''] = room.split('/');
  const name = room.replaceAll(/[/-]([a-z])/g, (_mark, letter: string) => letter.toUpperCase());
  const modules = `${source}/modules.ts`;
  const text = read(root, modules);
  const neighbours = [
    ...text.matchAll(new RegExp(`^import \\{ manifest as (\\w+) \\} from '\\./${domain}/.*\\n`, 'gm')),
  ];
  const last = neighbours.map(([, known = '']) => text.lastIndexOf(`\n  ${known},\n`)).sort((a, b) => b - a)[0] ?? -1;
  const end = text.indexOf(',\n', last) + 2;
  const listed = `${text.slice(0, end)}  ${name},\n${text.slice(end)}`;
  const architecture = 'docs/ARCHITECTURE.md';
  const row = new RegExp(`\`${domain}/[a-z-]+/\`(?=[^\\n]*\\|[^\\n]*\\|)`);
  return [
    { path: modules, text: `import { manifest as ${name} } from './${room}/manifest.ts';\n${listed}` },
    { path: architecture, text: edited(read(root, architecture), row, `$&, \`${room}/\``, architecture) },
  ];
}

function contractCase({ id, method, path, status }: OperationPlan, takesBody: boolean): string {
  const verb = method.toUpperCase();
  const body = takesBody
    ? `, headers: { 'content-type': 'application/json' }, body: exampleBody('${path}', '${verb}') ?? ''`
    : '';
  const imported = takesBody ? 'exampleBody, examplePath' : 'examplePath';
  return `import { describe, expect } from 'vitest';
import { ${imported} } from '../specification/example-requests.ts';
import type { Target } from '../targets/target.ts';
import { scenarioOn } from './scenario.ts';

export function ${id}Cases(target: Target): void {
  const scenario = scenarioOn(target);

  describe('${id}', () => {
    scenario('answers with ${status}', async (platform) => {
      const response = await platform.send({ method: '${verb}', path: examplePath('${path}', '${verb}')${body} });
      expect(response.status).toBe(${status});
    });
  });
}
`;
}

/** The handler, its test and its contract case, and their entries in the lists of handlers and cases. */
export function codeFiles(root: string, plan: OperationPlan, sample?: Json): WrittenFile[] {
  const { id, room } = plan;
  const handlerPath = `${source}/${room}/${handlerFile(id)}`;
  const cases = 'packages/contract-tests/src/cases';
  const name = handlerFile(id).replace('.ts', '.case.ts');
  if (existsSync(join(root, handlerPath))) throw new Error(`${handlerPath} already exists`);
  const list = `${cases}/every-case.ts`;
  const called = edited(read(root, list), /^ {2}unknownIdCases\(target\);\n/m, `  ${id}Cases(target);\n$&`, list);
  return [
    { path: handlerPath, text: handler(plan) },
    { path: handlerPath.replace('.ts', '.test.ts'), text: handlerTest(plan, sample) },
    manifest(root, plan),
    ...(plan.isNewRoom ? roomFiles(root, plan) : []),
    { path: `${cases}/${name}`, text: contractCase(plan, sample !== undefined) },
    { path: list, text: `import { ${id}Cases } from './${name}';\n${called}` },
  ];
}
