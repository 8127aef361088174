import { Marked, type Token, type Tokens } from 'marked';
import { highlight } from './highlight.ts';
import { escapeHtml } from './html.ts';
import type { Heading } from './page.ts';
import { tableClass } from './table.ts';

/** A heading with the words after it, for the search. */
interface Section extends Heading {
  readonly lead: string;
  /** Each word of the text below the heading, once, in lower case. */
  readonly content: string;
}

export interface RenderedDocument {
  readonly title: string;
  /** The words before the first section, as `content` has those of a section. */
  readonly introduction: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** The context of a text: the other pages, and the facts of the interface. */
export interface Surroundings {
  /** The address of a link on the site; undefined if the site does not have the target. */
  readonly linkTo: (target: string) => string | undefined;
  /** HTML for a comment such as `<!-- facts: currencies -->`, which is replaced by a table from the specification. */
  readonly factsOf: (wanted: string) => string;
}

const languageNames: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  py: 'Python',
  json: 'JSON',
  http: 'HTTP',
};

/** Letters and digits, with a hyphen for everything between them: the anchor of a heading. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}

export function codeBlock({ text, lang = '' }: Pick<Tokens.Code, 'text' | 'lang'>): string {
  const [language = ''] = lang.split(' ');
  const name = languageNames[language] ?? '';
  return `<figure class="code"${name === '' ? '' : ` data-language="${name}"`}><pre tabindex="0"><code>${highlight(text, language)}</code></pre></figure>`;
}

/** The same sample in several languages, of which one is shown at a time. */
function tabs(samples: readonly Tokens.Code[]): string {
  return `<div class="tabs">${samples.map(codeBlock).join('')}</div>`;
}

function isTab(token: Token | undefined): token is Tokens.Code {
  return token?.type === 'code' && / tab\b/.test(token.lang ?? '');
}

/** Groups adjacent samples that are marked as tabs. */
function joinTabs(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let open: Tokens.Code[] = [];
  const close = (): void => {
    if (open.length > 0) joined.push(htmlToken(tabs(open)));
    open = [];
  };
  for (const token of tokens) {
    const [language] = isTab(token) ? (token.lang ?? '').split(' ') : [];
    if (open.some(({ lang }) => lang?.split(' ')[0] === language)) close();
    if (isTab(token)) open.push(token);
    else if (token.type !== 'space' || open.length === 0) {
      close();
      joined.push(token);
    }
  }
  close();
  return joined;
}

function htmlToken(text: string): Tokens.HTML {
  return { type: 'html', raw: text, text, pre: false, block: true };
}

/** The plain text of a token and its children. */
function wordsOf(token: Token | Tokens.TableCell): string {
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(wordsOf).join('');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

const callout = /^\[!(NOTE|TIP|WARNING)\]\s*/;

function renderer(surroundings: Surroundings, anchors: ReadonlyMap<Token, string>): Marked {
  return new Marked({
    renderer: {
      heading(token) {
        const id = anchors.get(token) ?? '';
        const text = this.parser.parseInline(token.tokens);
        if (token.depth === 1) return `<h1>${text}</h1>\n`;
        const label = `Link to: ${escapeHtml(wordsOf(token))}`;
        return `<h${token.depth} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${token.depth}>\n`;
      },
      code: (token) => codeBlock(token),
      codespan: ({ text }) => `<code>${escapeHtml(text)}</code>`,
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = surroundings.linkTo(href);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      table(token) {
        const cell = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
        const names = token.header.map(wordsOf);
        const head = token.header.map((one) => `<th scope="col">${cell(one)}</th>`).join('');
        const kind = tableClass([names, ...token.rows.map((row) => row.map(cell))]);
        const rows = token.rows.map(
          (row) =>
            `<tr>${row.map((one, index) => `<td data-label="${escapeHtml(names[index] ?? '')}">${cell(one)}</td>`).join('')}</tr>`,
        );
        return `<div class="wide" tabindex="0"><table class="${kind}"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      blockquote({ tokens }) {
        const inner = this.parser.parse(tokens);
        const kind = callout.exec(wordsOf(tokens[0] ?? htmlToken('')))?.[1]?.toLowerCase() ?? 'note';
        return `<aside class="callout ${kind}">${inner.replace(/\[!(?:NOTE|TIP|WARNING)\]\s*(?:<br>)?/, '')}</aside>\n`;
      },
      html({ text }) {
        const wanted = /^<!-- facts: (.+?) -->/.exec(text.trim())?.[1];
        if (wanted !== undefined) return surroundings.factsOf(wanted);
        return text.trim().startsWith('<!--') ? '' : text;
      },
    },
  });
}

function anchorsOf(headings: readonly Tokens.Heading[]): Map<Token, string> {
  const taken = new Set<string>();
  return new Map(
    headings.map((heading) => {
      const slug = slugOf(wordsOf(heading));
      let id = slug;
      for (let count = 1; taken.has(id); count += 1) id = `${slug}-${count}`;
      taken.add(id);
      return [heading, id];
    }),
  );
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/** The words that a reader may look for; the Markdown around them does not matter. */
function contentOf(tokens: readonly Token[]): string {
  const words = tokens
    .filter(({ type }) => type !== 'html')
    .flatMap(({ raw }) => raw.toLowerCase().split(/[^\p{Letter}\p{Number}_-]+/u))
    .filter((word) => word.length > 2);
  return [...new Set(words)].join(' ');
}

/** Renders a Markdown text as the content of a page. */
export function renderDocument(text: string, surroundings: Surroundings): RenderedDocument {
  const tokens = new Marked().lexer(text);
  const headings = tokens.filter(isHeading);
  const anchors = anchorsOf(headings);
  const marked = renderer(surroundings, anchors);
  const sections = headings.map((heading) => {
    const after = tokens.slice(tokens.indexOf(heading) + 1);
    const end = after.findIndex(isHeading);
    const content = contentOf(end === -1 ? after : after.slice(0, end));
    const next = after.find(({ type }) => type !== 'space');
    const lead = next?.type === 'paragraph' ? wordsOf(next).replaceAll(/\s+/g, ' ') : '';
    return { id: anchors.get(heading) ?? '', text: wordsOf(heading), depth: heading.depth, lead, content };
  });
  const first = sections.find(({ depth }) => depth === 1);
  return {
    title: first?.text ?? '',
    introduction: first?.content ?? '',
    html: marked.parser(joinTabs(tokens)),
    sections: sections.filter(({ depth }) => depth > 1),
  };
}
