import { posix } from 'node:path';
import { isTest, type WrittenFile } from './source-tree.ts';

interface Import {
  readonly from: string;
  /** A path from the root, or the name of a package. */
  readonly to: string;
}

const specifier = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

function importsOf({ path, text }: WrittenFile): Import[] {
  return [...text.matchAll(specifier)].map((match) => {
    const name = match[1] ?? '';
    return { from: path, to: name.startsWith('.') ? posix.join(posix.dirname(path), name) : name };
  });
}

const serverSource = 'packages/server/src/';

/** From the bottom up. A room imports its own layer and those below; what is in no list is a resource. */
const layers: readonly (readonly string[])[] = [
  ['clock', 'database', 'due-work', 'ids', 'money'],
  ['directory', 'files', 'funding', 'identity', 'ledger', 'messages', 'rails', 'rates', 'states', 'uma', 'webhooks'],
  // What handlers are written in: types, and the words for refusals and pages.
  ['deps.ts', 'work-context.ts', 'http/operation.ts', 'http/pagination.ts', 'ports', 'specification'],
  [],
  ['http'],
  ['app.ts', 'index.ts', 'main.ts', 'start', 'verify', 'workers'],
];
const ground = 0;
const engines = 1;
const resources = 3;

function roomOf(path: string): string {
  const inside = path.slice(serverSource.length);
  return layers[2]?.includes(inside) === true ? inside : (inside.split('/')[0] ?? '');
}

function layerOf(room: string): number {
  const layer = layers.findIndex((rooms) => rooms.includes(room));
  return layer < 0 ? resources : layer;
}

function isAgainstDirection({ from, to }: Import): boolean {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === there) return false;
  // Below the resources, rooms know nothing of their neighbours; the state tables are there for all.
  if (layerOf(here) === engines && layerOf(there) === engines) return there !== 'states';
  if (layerOf(here) === ground) return layerOf(there) !== ground;
  return layerOf(there) > layerOf(here);
}

function isForeignRepository({ from, to }: Import): boolean {
  return layerOf(roomOf(from)) === resources && roomOf(from) !== roomOf(to) && /-repository\.ts$/.test(to);
}

/** `from -> to` inside the server, with the reason why it may. */
export type Exceptions = Readonly<Record<string, string>>;

/** Imports inside the server that run upwards, or reach into another resource's repository. */
export function wrongImports(files: readonly WrittenFile[], exceptions: Exceptions): string[] {
  const inside = files
    .filter((file) => file.path.startsWith(serverSource) && !isTest(file))
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith(serverSource));
  const wrong = new Map<string, string>();
  for (const found of inside) {
    const edge = [found.from, found.to].map((path) => path.slice(serverSource.length)).join(' -> ');
    if (isAgainstDirection(found)) wrong.set(edge, 'runs against the direction of imports');
    else if (isForeignRepository(found))
      wrong.set(edge, "reaches into another resource's repository; call a verb of that room");
  }
  const idle = Object.keys(exceptions).filter((edge) => !wrong.has(edge));
  return [
    ...[...wrong].filter(([edge]) => !Object.hasOwn(exceptions, edge)).map(([edge, why]) => `${edge} ${why}`),
    ...idle.map((edge) => `${edge} is not imported any more: take it off the list`),
  ];
}

/** Which of our packages each package may name, and which folders outside itself its files may reach. */
const packages: Readonly<Record<string, { readonly names: readonly string[]; readonly folders: readonly string[] }>> = {
  types: { names: [], folders: [] },
  client: { names: ['types'], folders: [] },
  server: { names: ['types'], folders: [] },
  // What supports the server's tests, the mock, and the oracle that says whether a store is sound.
  'contract-tests': {
    names: ['client', 'types'],
    folders: ['packages/server/test/', 'packages/server/src/verify/', 'scripts/'],
  },
};

/** Imports between packages that the packages do not allow. Tests of a package may name any of them. */
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
    .map(({ from, to }) => `${from} -> ${to} is not between these packages`);
}

/** Modules of the published packages that nothing but tests imports. `entries` are started or imported from outside. */
export function orphans(files: readonly WrittenFile[], entries: readonly string[]): string[] {
  const programs = files.filter((file) => !isTest(file));
  const imported = new Set([...entries, ...programs.flatMap(importsOf).map(({ to }) => to)]);
  return programs
    .filter(({ path }) => /^packages\/(types|client|server)\/src\/.*\.ts$/.test(path) && !imported.has(path))
    .map(({ path }) => `${path} is imported by nothing`);
}

/** Dependencies without a row in the table that says why each is there, and rows without a dependency. */
export function unexplainedDependencies(files: readonly WrittenFile[], explanation: string): string[] {
  const manifests = files.filter(({ path }) => path === 'package.json' || path.endsWith('/package.json'));
  const used = new Set(manifests.flatMap(({ text }) => dependenciesOf(JSON.parse(text))));
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
