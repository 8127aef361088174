/** `it('…'`, `test("…"` and the title after the cases of `it.each(…)(`; skipped tests do not match. */
const heads = [/\b(?:it|test)\(\s*/g, /\)\(\s*/g, /\b(?:it|test)\.each`[^`]*`\(\s*/g] as const;
const literal = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1\s*,/y;

/** The titles of the tests in a source file, of parameterized ones as templates. */
export function titlesOf(source: string): ReadonlySet<string> {
  const code = withoutComments(source);
  const titles = new Set<string>();
  for (const head of heads) {
    for (const found of code.matchAll(head)) {
      literal.lastIndex = found.index + found[0].length;
      const title = literal.exec(code)?.[2];
      if (title !== undefined) titles.add(title.replaceAll(/\\(.)/g, '$1'));
    }
  }
  return titles;
}

/** A commented-out test proves nothing. Comments are on their own lines. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
