import { createRequire } from 'node:module';
import type { WrittenFile } from './source-tree.ts';

export const longestFile = 300;
export const longestFunction = 70;

/** The current exceptions: what is too long, and its length. The list may only shrink. */
export type Ratchet = Readonly<Record<string, number>>;

export function longFiles(files: readonly WrittenFile[], exceptions: Ratchet): string[] {
  const sizes = files.map(({ path, text }) => [path, text.trimEnd().split('\n').length] as const);
  return overdue(new Map(sizes), longestFile, exceptions);
}

export function longFunctions(files: readonly WrittenFile[], exceptions: Ratchet): string[] {
  return overdue(new Map(files.flatMap((file) => functionSizes(file))), longestFunction, exceptions);
}

function overdue(sizes: ReadonlyMap<string, number>, limit: number, exceptions: Ratchet): string[] {
  const known = new Map(Object.entries(exceptions));
  const found = [...sizes].filter(([what, lines]) => lines > (known.get(what) ?? limit));
  const stale = [...known].filter(([what, lines]) => (sizes.get(what) ?? 0) < lines);
  return [
    ...found.map(
      ([what, lines]) =>
        `${what} has ${lines} lines; ${known.has(what) ? 'it may not grow' : `at most ${limit} are allowed`}`,
    ),
    ...stale.map(
      ([what]) => `${what} has become shorter: set it to ${sizes.get(what) ?? 0} lines, or remove it from the list`,
    ),
  ];
}

interface Node {
  readonly parent?: Node;
  readonly name?: { getText(): string };
  getStart(): number;
  getEnd(): number;
}

interface Parsed extends Node {
  getLineAndCharacterOfPosition(position: number): { readonly line: number };
}

/** The part of the JavaScript compiler's API that is used; the native compiler has no API. */
interface Parser {
  readonly ScriptTarget: { readonly Latest: number };
  createSourceFile(path: string, text: string, target: number, setsParents: boolean): Parsed;
  forEachChild(node: Node, visit: (child: Node) => void): void;
  isFunctionLike(node: Node): boolean;
}

const parser: Parser = createRequire(new URL('../../packages/types/package.json', import.meta.url))('typescript');

/** The length of each function in lines, by `path function`. Of two with the same name, the longer one counts. */
function functionSizes({ path, text }: WrittenFile): [string, number][] {
  const source = parser.createSourceFile(path, text, parser.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const sizes = new Map<string, number>();
  const visit = (node: Node): void => {
    if (parser.isFunctionLike(node)) {
      const what = `${path} ${(node.name ?? node.parent?.name)?.getText() ?? 'anonymous'}`;
      sizes.set(what, Math.max(sizes.get(what) ?? 0, lineOf(node.getEnd()) - lineOf(node.getStart()) + 1));
    }
    parser.forEachChild(node, visit);
  };
  visit(source);
  return [...sizes];
}
