import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';

const folder = fileURLToPath(new URL('../../docs/guides/', import.meta.url));

/**
 * What is done with a block of code. A `program` is run with the others of its language, in the order in which they are
 * read. A `sketch` is not run, because it needs a browser, a wallet or another terminal. `files` works on a delivery
 * that lies in files, and a `receiver` waits for webhooks.
 */
const uses = ['sketch', 'files', 'receiver'] as const;

export interface Sample {
  readonly language: string;
  readonly use: (typeof uses)[number] | 'program';
  readonly text: string;
}

export interface Guide {
  readonly name: string;
  readonly text: string;
  readonly samples: readonly Sample[];
}

function isCode(token: { readonly type: string }): token is Tokens.Code {
  return token.type === 'code';
}

function samplesOf(text: string): Sample[] {
  return new Marked()
    .lexer(text)
    .filter(isCode)
    .map(({ lang = '', text: code }) => {
      const [language = '', ...words] = lang.split(' ');
      return { language, use: uses.find((use) => words.includes(use)) ?? 'program', text: code };
    });
}

export function readGuides(): Guide[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace(/\.md$/, ''), text, samples: samplesOf(text) };
    });
}

/** The samples of one language and use as one text; empty where a guide has none. */
export function textOf({ samples }: Guide, language: string, use: Sample['use'] = 'program'): string {
  return samples
    .filter((sample) => sample.language === language && sample.use === use)
    .map(({ text }) => text)
    .join('\n\n');
}
