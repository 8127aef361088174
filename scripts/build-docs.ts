import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSpecification, type Specification } from '../packages/types/src/specification.ts';
import { readArguments } from './command-line.ts';
import { coveragePage } from './docs/coverage-page.ts';
import { decisionPage } from './docs/decision-page.ts';
import { errorPage } from './docs/error-page.ts';
import { eventPage } from './docs/event-page.ts';
import { pages } from './docs/page.ts';
import { localRedoc, referencePage, specificationScript } from './docs/reference-page.ts';
import { statePage } from './docs/state-page.ts';

const help = `Usage: pnpm run docs [--output <folder>] [--force]

Builds the documentation from the bundled specification: static pages that load nothing from another host and
that open from the file system as well.

  --output <folder>  where to put them (docs/site)
  --force            build even when nothing has changed
  --help             show this text
`;

export const docsFolder = fileURLToPath(new URL('../docs/site/', import.meta.url));

const bundleFolder = new URL('../spec/dist/', import.meta.url);
const sourceFolder = new URL('./docs/', import.meta.url);
const redocFile = fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
const missingOperations = new URL('../packages/server/src/http/not-implemented.ts', import.meta.url);
const stampFile = '.built-from';

/** A hash of everything that the pages are made of, to tell whether they are out of date. */
function stamp(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(sourceFolder).filter((file) => !file.endsWith('.test.ts'));
  const files = [new URL('openapi.json', bundleFolder), new URL(import.meta.url), redocFile, missingOperations];
  for (const file of [...files, ...sources.sort().map((name) => new URL(name, sourceFolder))]) {
    hash.update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Whether the folder holds the pages that would be built now. */
export function docsAreCurrent(folder: string = docsFolder): boolean {
  const file = join(folder, stampFile);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp();
}

function filesOf(specification: Specification): Record<string, string> {
  const product = specification.info.title;
  const copied = ['site.css', 'filter.js', 'reference.js'].map((name) => [
    name,
    readFileSync(new URL(name, sourceFolder), 'utf8'),
  ]);
  const bundles = ['openapi.json', 'openapi.yaml'].map((name) => [
    name,
    readFileSync(new URL(name, bundleFolder), 'utf8'),
  ]);
  return {
    [pages.reference.file]: referencePage(product),
    [pages.errors.file]: errorPage(specification, product),
    [pages.states.file]: statePage(specification, product),
    [pages.events.file]: eventPage(specification, product),
    [pages.coverage.file]: coveragePage(specification, product),
    [pages.decisions.file]: decisionPage(specification, product),
    'specification.js': specificationScript(specification),
    'redoc.standalone.js': localRedoc(readFileSync(redocFile, 'utf8')),
    'redoc.standalone.js.LICENSE.txt': readFileSync(`${redocFile}.LICENSE.txt`, 'utf8'),
    ...Object.fromEntries([...copied, ...bundles]),
  };
}

/** Builds every page into the folder, replacing what is there. */
export function buildDocs(folder: string = docsFolder): void {
  const specification = parseSpecification(readFileSync(new URL('openapi.json', bundleFolder), 'utf8'));
  const files = filesOf(specification);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  // Last, so that a build that was interrupted does not count as one.
  writeFileSync(join(folder, stampFile), stamp());
}

if (import.meta.main) {
  const values = readArguments(
    help,
    () =>
      parseArgs({
        options: { output: { type: 'string' }, force: { type: 'boolean' }, help: { type: 'boolean' } },
      }).values,
  );
  const folder = values.output ?? docsFolder;
  if (!values.force && docsAreCurrent(folder)) {
    process.stdout.write(`The documentation in ${folder} is up to date.\n`);
  } else {
    const start = performance.now();
    buildDocs(folder);
    process.stdout.write(`Built the documentation in ${folder} in ${Math.round(performance.now() - start)} ms.\n`);
  }
}
