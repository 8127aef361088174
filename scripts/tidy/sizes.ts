import { createRequire } from 'node:module';
import type { WrittenFile } from './source-tree.ts';

const longestFile = 300;
const longestFunction = 70;

export function longFiles(files: readonly WrittenFile[]): string[] {
  return overlong(
    files.map(({ path, text }) => [path, text.trimEnd().split('\n').length]),
    longestFile,
  );
}

export function longFunctions(files: readonly WrittenFile[]): string[] {
  return overlong(files.flatMap(functionSizes), longestFunction);
}

function overlong(sizes: readonly (readonly [string, number])[], limit: number): string[] {
  return sizes
    .filter(([, lines]) => lines > limit)
    .map(([what, lines]) => `${what} has ${lines} lines; at most ${limit} are allowed`);
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
