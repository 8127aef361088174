import { escapeHtml } from './html.ts';

const strings = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const shellStrings = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'`;

interface Language {
  readonly comment?: string;
  readonly string: string;
  readonly property?: string;
  readonly keywords: string;
  /** Digits in shell code are mostly parts of addresses and names. */
  readonly numbers?: false;
}

const script: Language = {
  comment: String.raw`//[^\n]*|/\*[\s\S]*?\*/`,
  string: `${strings}|${String.raw`\`(?:[^\`\\]|\\.)*\``}`,
  keywords:
    'async await break case catch class const continue default else export extends finally for from function if import in instanceof interface let new null of return satisfies switch throw true try false type typeof undefined while as',
};

const languages: Readonly<Record<string, Language>> = {
  js: script,
  ts: script,
  json: { string: strings, property: String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`, keywords: 'true false null' },
  py: {
    comment: String.raw`#[^\n]*`,
    string: strings,
    keywords:
      'and as assert def elif else except False for from if import in is lambda None not or raise return True try while with',
  },
  sh: {
    comment: String.raw`(?<=^|\s)#[^\n]*`,
    string: shellStrings,
    numbers: false,
    keywords: 'case do done elif else esac export fi for function if in return set then trap while',
  },
  sql: { comment: String.raw`--[^\n]*`, string: strings, keywords: 'SELECT FROM WHERE INSERT INTO UPDATE SET VALUES' },
};

/** One pass over the text; the pattern that matches first wins. */
function patternOf({ comment, string, property, keywords, numbers }: Language): RegExp {
  const kinds = [
    comment === undefined ? [] : [`(?<comment>${comment})`],
    property === undefined ? [] : [`(?<property>${property})`],
    [`(?<string>${string})`],
    [`(?<keyword>(?<![\\w$.-])(?:${keywords.replaceAll(' ', '|')})(?![\\w-]))`],
    numbers === false ? [] : [String.raw`(?<number>(?<![\w$.-])\d[\d_]*(?:\.\d+)?(?![\w-]))`],
  ];
  return new RegExp(kinds.flat().join('|'), 'gm');
}

const patterns = new Map(Object.entries(languages).map(([name, language]) => [name, patternOf(language)]));

/** Source text as HTML with highlighting; unknown languages stay plain. */
export function highlight(text: string, language: string): string {
  const pattern = patterns.get(language);
  if (pattern === undefined) return escapeHtml(text);
  let output = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? '';
    output += `${escapeHtml(text.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return output + escapeHtml(text.slice(end));
}
