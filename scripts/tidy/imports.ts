import { posix } from 'node:path';
import { isTest, type WrittenFile } from './source-tree.ts';

interface Import {
  readonly from: string;
  /** A path from the root, or the name of a package. */
  readonly to: string;
  /** Whether the import is erased at run time. */
  readonly isOfTypes: boolean;
}

const statementOfImport = /\b(import|export)\b([^;'"`()]*?)\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g;

function namesOnlyTypes(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1]?.split(',') ?? [''];
  return (
    names.every((name) => name.trim() === '' || /^\s*type\s/.test(name)) && names.some((name) => name.trim() !== '')
  );
}

function importsOf({ path, text }: WrittenFile): Import[] {
  return [...text.matchAll(statementOfImport)].map(([, , clause, named, bare]) => {
    const name = named ?? bare ?? '';
    const to = name.startsWith('.') ? posix.join(posix.dirname(path), name) : name;
    return { from: path, to, isOfTypes: clause !== undefined && namesOnlyTypes(clause) };
  });
}

const serverSource = 'packages/server/src/';

/** From the bottom up. A folder may import its own layer and those below; folders of one layer must not form a cycle. */
const layers: readonly (readonly string[])[] = [
  ['ground'],
  ['engines'],
  // The building blocks of handlers: types, refusals and pages.
  ['operation'],
  ['platform'],
  ['people'],
  ['access'],
  ['accounts'],
  ['payments'],
  ['stablecoins'],
  ['cards'],
  ['agents'],
  ['sandbox'],
  ['http'],
  ['app.ts', 'backups', 'commands', 'index.ts', 'main.ts', 'modules.ts', 'start', 'telemetry', 'verify', 'workers'],
];
const [ground, engines] = [0, 1];
const resources = { first: 3, last: 11 };

/** The folders whose folders are rooms with operations. */
export const foldersOfResources = layers.slice(resources.first, resources.last + 1).flat();

/** The layers in which each folder is a room. */
const isDivided = (layer: number): boolean => layer === ground || layer === engines || isOfResources(layer);
const isOfResources = (layer: number): boolean => layer >= resources.first && layer <= resources.last;

function layerOf(path: string): number {
  const [top = ''] = path.slice(serverSource.length).split('/');
  const layer = layers.findIndex((folders) => folders.includes(top));
  if (layer < 0) throw new Error(`${path}: add ${top} to a layer in scripts/tidy/imports.ts`);
  return layer;
}

function roomOf(path: string): string {
  const [top = '', inner] = path.slice(serverSource.length).split('/');
  return isDivided(layerOf(path)) && inner !== undefined && !inner.endsWith('.ts') ? `${top}/${inner}` : top;
}

function isAgainstDirection({ from, to, isOfTypes }: Import): boolean {
  const [here, there] = [layerOf(from), layerOf(to)];
  // Engines do not import each other, except three that serve the others.
  if (here === engines && there === engines)
    return (
      roomOf(from) !== roomOf(to) && !['engines/clocks', 'engines/due-work', 'engines/states'].includes(roomOf(to))
    );
  // The building blocks of handlers are types of operations. Engines declare the types that they need themselves.
  if (isOfTypes && here > engines) return false;
  return there > here;
}

function isForeignRepository({ from, to }: Import): boolean {
  return isOfResources(layerOf(from)) && roomOf(from) !== roomOf(to) && /-repository\.ts$/.test(to);
}

/** Cycles of rooms inside the server that import each other at run time, without duplicates. */
export function roomCycles(files: readonly WrittenFile[]): string[] {
  const imports = importsInServer(files).filter((found) => !found.isOfTypes);
  return circlesIn(imports.map(({ from, to }) => [roomOf(from), roomOf(to)]));
}

/** Cycles of files that import each other, including type imports, without duplicates. */
export function fileCycles(files: readonly WrittenFile[]): string[] {
  return circlesIn(files.flatMap(importsOf).map(({ from, to }) => [from, to]));
}

function circlesIn(edges: readonly (readonly [string, string])[]): string[] {
  const needs = new Map<string, Set<string>>();
  for (const [here, there] of edges) {
    if (here !== there) needs.set(here, (needs.get(here) ?? new Set()).add(there));
  }
  takeOffEnds(needs);
  const reached = new Map([...needs.keys()].map((room) => [room, reachableFrom(room, needs)]));
  const inCircles = [...needs.keys()].filter((room) => reached.get(room)?.has(room));
  const found = inCircles.map((room) =>
    inCircles.filter((other) => reached.get(room)?.has(other) && reached.get(other)?.has(room)).toSorted(),
  );
  return [...new Set(found.map((rooms) => rooms.join(', ')))].toSorted();
}

/** Repeatedly removes nodes without outgoing edges: the rest is in a cycle, or leads to one. */
function takeOffEnds(needs: Map<string, Set<string>>): void {
  for (let before = -1; before !== needs.size; ) {
    before = needs.size;
    for (const [here, there] of needs) {
      if (![...there].some((one) => needs.has(one))) needs.delete(here);
    }
  }
}

function reachableFrom(start: string, needs: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(needs.get(start) ?? [])];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    if (reached.has(room)) continue;
    reached.add(room);
    waiting.push(...(needs.get(room) ?? []));
  }
  return reached;
}

function importsInServer(files: readonly WrittenFile[]): Import[] {
  return files
    .filter((file) => file.path.startsWith(serverSource) && !isTest(file))
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith(serverSource));
}

/** Imports inside the server that run upwards, or reach into another resource's repository. */
export function wrongImports(files: readonly WrittenFile[]): string[] {
  const wrong = new Map<string, string>();
  for (const found of importsInServer(files)) {
    const edge = [found.from, found.to].map((path) => path.slice(serverSource.length)).join(' -> ');
    if (isAgainstDirection(found)) wrong.set(edge, 'runs against the direction of imports');
    else if (isForeignRepository(found))
      wrong.set(edge, "reaches into another resource's repository; call a verb of that room");
  }
  return [...wrong].map(([edge, why]) => `${edge} ${why}`);
}

/** The packages of ours that each package may import, and the outside folders that its files may use. */
const packages: Readonly<Record<string, { readonly names: readonly string[]; readonly folders: readonly string[] }>> = {
  types: { names: [], folders: [] },
  client: { names: ['types'], folders: [] },
  server: { names: ['types'], folders: [] },
  mcp: { names: ['client', 'types'], folders: [] },
  // Other packages' tests use the server through its public entry.
  sandbox: { names: ['client', 'server'], folders: [] },
  cli: { names: ['client', 'types'], folders: [] },
  // The test helpers of the server, the mock, and the verifier that checks whether a store is sound.
  'contract-tests': {
    names: ['client', 'types'],
    folders: ['packages/server/test/', 'packages/server/src/verify/', 'packages/spec-tools/src/mock/'],
  },
  'command-line': { names: [], folders: [] },
  // The mock validates requests like the server, the calendars of rails are computed like in the server, and commands are
  // written in the format that the command line reads.
  'spec-tools': {
    names: [],
    folders: [
      'packages/cli/src/operations/command-facts.ts',
      'packages/command-line/',
      'packages/docs/src/changelog.ts',
      'packages/server/src/engines/rails/',
      'packages/server/src/ground/specification/',
      'packages/server/src/http/',
      'packages/server/src/operation/',
      'packages/types/',
    ],
  },
  docs: {
    names: [],
    folders: ['packages/command-line/', 'packages/server/', 'packages/spec-tools/', 'packages/types/'],
  },
  // The model plays scenarios of the contract tests and uses their parties, receivers and prices.
  proofs: {
    names: ['client', 'types'],
    folders: [
      'packages/command-line/',
      'packages/contract-tests/src/',
      'packages/server/',
      'packages/spec-tools/',
      'packages/types/',
    ],
  },
  // Packs and installs the packages like the ordinary app, and measures a test with its payment. The load test pays
  // through the published client, with the credentials that the program `payments` uses.
  bench: {
    names: ['client', 'sandbox'],
    folders: [
      'examples/ordinary-app/pack.ts',
      'examples/testing/payments.ts',
      'packages/cli/src/',
      'packages/command-line/',
      'packages/proofs/src/crash/seeded.ts',
      'packages/proofs/src/sandbox/',
      'packages/server/',
      'packages/spec-tools/',
      'packages/types/',
    ],
  },
};

/** Imports between packages that are not allowed. Tests of a package may import any package. */
export function wrongPackages(files: readonly WrittenFile[]): string[] {
  return files
    .filter(
      (file) =>
        /^packages\/[^/]+\/src\//.test(file.path) &&
        (file.path.startsWith('packages/contract-tests/') || !isTest(file)),
    )
    .flatMap(importsOf)
    .filter(({ from, to }) => {
      const own = from.split('/')[1] ?? '';
      const { names, folders } = packages[own] ?? { names: [], folders: [] };
      const named = /^@payments-platform\/([^/]+)/.exec(to)?.[1];
      if (named !== undefined) return !names.includes(named);
      const leaves = /^(packages|scripts|spec|examples)\//.test(to) && !to.startsWith(`packages/${own}/`);
      return leaves && !folders.some((folder) => to.startsWith(folder));
    })
    .map(({ from, to }) => `${from} -> ${to} is not allowed between these packages`);
}

/** Exports of packages other than the server that outside programs import or start. */
export const publishedEntries: readonly string[] = [
  ...['client/src/index.ts', 'client/src/wallet/index.ts', 'types/src/index.ts', 'types/src/spec.ts'],
  ...['child', 'index', 'jest', 'node-test', 'vitest'].map((name) => `sandbox/src/${name}.ts`),
  'client/src/private-file.ts',
  ...['cli', 'mcp'].map((name) => `${name}/src/main.ts`),
].map((path) => `packages/${path}`);

/** Modules of the published packages that only tests import. `entries` are started or imported from outside. */
export function orphans(files: readonly WrittenFile[], entries: readonly string[]): string[] {
  const programs = files.filter((file) => !isTest(file));
  const imported = new Set([...entries, ...programs.flatMap(importsOf).map(({ to }) => to)]);
  return programs
    .filter(
      ({ path }) => /^packages\/(types|client|server|mcp|cli|sandbox)\/src\/.*\.ts$/.test(path) && !imported.has(path),
    )
    .map(({ path }) => `${path} is imported by nothing`);
}

/** Dependencies without a row in the table of reasons, and rows without a dependency. */
export function unexplainedDependencies(files: readonly WrittenFile[], explanation: string): string[] {
  const manifests = files.filter(({ path }) => path === 'package.json' || path.endsWith('/package.json'));
  const used = new Set(manifests.flatMap(({ text }) => dependenciesOf(JSON.parse(text) as Manifest)));
  const explained = new Set([...explanation.matchAll(/^\| `([^`]+)` +\|/gm)].map((match) => match[1] ?? ''));
  return [
    ...[...used.difference(explained)].map((name) => `${name} is used and not explained`),
    ...[...explained.difference(used)].map((name) => `${name} is explained and not used`),
  ];
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function dependenciesOf({ dependencies = {}, devDependencies = {} }: Manifest): string[] {
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}
