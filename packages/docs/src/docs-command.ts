import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readArguments } from '../../command-line/src/read-arguments.ts';
import { runScript, UnusableFlag } from '../../command-line/src/run-command.ts';
import { parseSpecification, type Specification } from '../../types/src/specification.ts';
import { readChangelog } from './changelog.ts';
import { changelogPage } from './changelog-page.ts';
import { coveragePage } from './coverage-page.ts';
import { decisionPage } from './decision-page.ts';
import { documentPage, readDocuments } from './document-page.ts';
import { errorPage } from './error-page.ts';
import { eventPage } from './event-page.ts';
import { homePage } from './home-page.ts';
import { linkNames } from './link-names.ts';
import { pages } from './page.ts';
import { localRedoc, referencePage, specificationScript } from './reference-page.ts';
import { searchIndex } from './search-index.ts';
import sources from './sources.json' with { type: 'json' };
import { statePage } from './state-page.ts';
import { explainedNames, surroundingsOf } from './surroundings.ts';

const help = `Usage: pnpm run docs [--output <folder>] [--force]

Builds the documentation: the guides in docs/, the changelog in docs/changelog/, and reference, errors, events, states,
coverage and decisions from the bundled specification. The pages are static, load nothing from another host, and open
from the file system as well: start with index.html. A running sandbox serves them at /docs.

  --output <folder>  where to put them (docs/site): a new folder, or one of an earlier build, which is replaced
  --force            build even when nothing has changed
  --help             show this text
`;

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const bundleFolder = join(repository, 'spec/dist');
const siteFolder = join(repository, 'packages/docs/src/site');
const styleFolder = join(repository, 'packages/docs/src/styles');
/** One style sheet, in this order, so that rules for narrow screens come after those that they override. */
const styles = [
  'colours',
  'text',
  'bar',
  'columns',
  'code',
  'catalogue',
  'diagram',
  'overview',
  'search',
  'reference',
  'narrow',
  'print',
];
const redocFile = fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
const stampFile = '.built-from';

const docsFolder = join(repository, 'docs/site');

/** Output folders beside the sources. */
const generated = new Set([docsFolder, join(repository, 'docs/screenshots')]);

function filesIn(path: string): string[] {
  if (generated.has(path)) return [];
  if (!statSync(path).isDirectory()) return path.endsWith('.test.ts') ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** A hash of all inputs of the pages, to detect whether they are out of date. */
function stamp(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(join(repository, source)))) {
    hash.update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Whether the folder has the pages that would be built now. */
export function docsAreCurrent(folder: string = docsFolder): boolean {
  const file = join(folder, stampFile);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp();
}

function copiedFrom(folder: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function filesOf(specification: Specification): Record<string, string> {
  const product = specification.info.title;
  const surroundings = surroundingsOf(specification);
  const documents = readDocuments(surroundings);
  const months = readChangelog();
  const texts = {
    [pages.home.file]: homePage(specification, product),
    [pages.errors.file]: errorPage(specification, product),
    [pages.states.file]: statePage(specification, product),
    [pages.events.file]: eventPage(specification, product),
    [pages.changelog.file]: changelogPage(
      months,
      product,
      specification.info.version,
      surroundings('docs/changelog/2026.yaml'),
    ),
    [pages.coverage.file]: coveragePage(specification, product),
    [pages.decisions.file]: decisionPage(specification, product),
    ...Object.fromEntries(
      documents.map(([document, rendered]) => [document.file, documentPage(document, product, rendered)]),
    ),
  };
  const names = explainedNames(specification);
  return {
    ...Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, linkNames(text, names)])),
    [pages.reference.file]: referencePage(specification, product),
    'search-index.js': searchIndex(specification, documents, months),
    'specification.js': specificationScript(specification, names),
    'redoc.standalone.js': localRedoc(readFileSync(redocFile, 'utf8')),
    'redoc.standalone.js.LICENSE.txt': readFileSync(`${redocFile}.LICENSE.txt`, 'utf8'),
    'site.css': styles.map((name) => readFileSync(join(styleFolder, `${name}.css`), 'utf8')).join('\n'),
    ...copiedFrom(siteFolder, readdirSync(siteFolder)),
    ...copiedFrom(bundleFolder, ['openapi.json', 'openapi.yaml']),
  };
}

/** A build may replace its own folder, the folder of an earlier build, or nothing. */
function refuseOthers(folder: string): void {
  if (folder === docsFolder || !existsSync(folder)) return;
  if (existsSync(join(folder, stampFile)) || readdirSync(folder).length === 0) return;
  throw new UnusableFlag(
    `${folder} contains files that are not from a build and would be deleted. Give a new folder with --output.`,
  );
}

/** Builds every page into the folder, replacing those of an earlier build. */
export function buildDocs(folder: string = docsFolder): void {
  refuseOthers(folder);
  const specification = parseSpecification(readFileSync(join(bundleFolder, 'openapi.json'), 'utf8'));
  const files = filesOf(specification);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  // Written last, so that an interrupted build does not count as complete.
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
  await runScript('docs', async () => {
    const folder = values.output ?? docsFolder;
    if (!values.force && docsAreCurrent(folder)) {
      process.stdout.write(`The documentation in ${folder} is up to date.\n`);
      return 0;
    }
    const start = performance.now();
    buildDocs(folder);
    const pageCount = readdirSync(folder).filter((name) => name.endsWith('.html')).length;
    process.stdout.write(
      `Built the documentation in ${folder}: ${pageCount} pages in ${Math.round(performance.now() - start)} ms.\n`,
    );
    return 0;
  });
}
