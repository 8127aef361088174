import { readdirSync } from 'node:fs';
import { isProgram, repository, type WrittenFile } from './source-tree.ts';

/** Files that are installed, built or written by running programs. */
const absent = new Set(['.git', 'node_modules', 'site', 'screenshots', 'coverage']);

/** Every file and folder of the repository, including generated ones; folders end with `/`. */
export function pathsOf(folder = repository, prefix = ''): string[] {
  return readdirSync(`${folder}${prefix}`, { withFileTypes: true })
    .filter(({ name }) => !absent.has(name))
    .flatMap((entry) => {
      const path = `${prefix}${entry.name}`;
      return entry.isDirectory() ? [`${path}/`, ...pathsOf(folder, `${path}/`)] : [path];
    });
}

const extension = String.raw`\.(?:ts|mjs|js|css|ya?ml|md|sql|json|csv)`;
const step = String.raw`[\w.<>*@-]+`;
/** `ground/money/rounding.ts`, `quotes-repository.ts`, `spec/errors/<CODE>.yaml`. */
const file = new RegExp(`^(?:${step}/)*${step}${extension}$`);
/** `engines/files/`, `spec/states`. Other first words are media types, ratios, or paths of the interface. */
const tops = [
  'packages',
  'spec',
  'docs',
  'scripts',
  'examples',
  'ground',
  'engines',
  'operation',
  'platform',
  'people',
];
const folder = new RegExp(
  `^(?:(?:${step}/)+|(?:${[...tops, 'access', 'accounts', 'payments', 'sandbox', 'http'].join('|')})(?:/${step})+/?)$`,
);

/** A placeholder matches any name. */
function isThere(mention: string, paths: readonly string[]): boolean {
  const open = mention.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/<\w+>|\*+/g, '[^/]+');
  const pattern = new RegExp(`(?:^|/)${open.replace(/\/$/, '')}/?$`);
  return paths.some((path) => pattern.test(path));
}

/** Text in backticks; in code comments and in the diagrams of the life cycle also paths without backticks. */
function mentionsOf({ path, text }: WrittenFile): string[] {
  const named = new RegExp(`(?<![\\w/.-])(?:${step}/)+${step}${extension}(?![\\w-])`, 'g');
  const quoted = (from: string): string[] => [...from.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  if (path === 'docs/LIFECYCLE.md') return [...quoted(text), ...(text.match(named) ?? [])];
  if (path.endsWith('.md')) return quoted(text);
  const comments = text.match(/\/\*\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];
  return comments.flatMap((comment) => [...quoted(comment), ...(comment.match(named) ?? [])]);
}

function isDescribing(written: WrittenFile): boolean {
  const isDocument = /^(?:docs\/(?!changelog\/)|packages\/[\w-]+\/|\.changeset\/)?[\w./-]*\.md$/.test(written.path);
  // Change log entries may mention files that existed when they were written. A release moves them to the packages.
  if (written.path.startsWith('.changeset/')) return written.path.endsWith('/README.md');
  if (written.path.endsWith('/CHANGELOG.md')) return false;
  return isDocument || isProgram(written);
}

/** Files and folders that a document or comment mentions and that do not exist. `reasons` has the exceptions. */
export function missingPaths(
  files: readonly WrittenFile[],
  paths: readonly string[],
  reasons: Readonly<Record<string, string>>,
): string[] {
  return files.filter(isDescribing).flatMap((written) => {
    const words = mentionsOf(written).flatMap((mention) => mention.split(/\s+/));
    const named = new Set(words.filter((word) => file.test(word) || folder.test(word)));
    const lost = [...named].filter((word) => !Object.hasOwn(reasons, word) && !isThere(word, paths));
    return lost.map((word) => `${written.path}: ${word} does not exist`);
  });
}

const command = /(?<=^|`|\$ |&& )(?:pnpm (?:run )?|npm run (?:-s )?)([a-z][\w:-]*)/gm;
/** Built-in commands of pnpm. */
const ownOfPnpm = new Set(['install', 'publish', 'exec', 'dlx', 'add', 'run']);

/** Commands that a document or comment mentions and that the root does not have. */
export function missingCommands(files: readonly WrittenFile[], scripts: readonly string[]): string[] {
  return files.filter(isDescribing).flatMap((written) => {
    const texts = written.path.endsWith('.md') ? [written.text] : mentionsOf(written);
    const named = new Set(texts.flatMap((text) => [...text.matchAll(command)].map((match) => match[1] ?? '')));
    const lost = [...named].filter((name) => !scripts.includes(name) && !ownOfPnpm.has(name));
    return lost.map((name) => `${written.path}: there is no command ${name}`);
  });
}
