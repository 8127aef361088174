import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Tokens } from 'marked';

const folder = fileURLToPath(new URL('../../docs/guides/', import.meta.url));

/**
 * How a code block is tested. A `program` runs together with the others of its language, in reading order. A `sketch`
 * does not run, because it needs a browser, a wallet or another terminal. `files` works on a delivery that is stored
 * in files, and a `receiver` waits for webhooks.
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

export function readGuide(file: string, name: string): Guide {
  const text = readFileSync(file, 'utf8');
  return { name, text, samples: samplesOf(text) };
}

export function readGuides(): Guide[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readGuide(join(folder, file), file.replace(/\.md$/, '')));
}

/** The names that a program uses from an earlier module and does not declare itself. */
export function withImports(program: string, names: readonly string[], from: string): string {
  const used = names.filter(
    (name) =>
      new RegExp(`(?<![.\\w'])${name}\\b`).test(program) && !new RegExp(`(const|function) ${name}\\b`).test(program),
  );
  return used.length === 0 ? `${program}\nexport {};\n` : `import { ${used.join(', ')} } from '${from}';\n${program}\n`;
}

/** The names that the guides use from the first one; `setting.ts` provides them. */
export const settingNames: readonly string[] = ['account', 'client', 'customer', 'payee'];

/** The samples of one language and use as one text; empty if a guide has none. */
export function textOf({ samples }: Guide, language: string, use: Sample['use'] = 'program'): string {
  return samples
    .filter((sample) => sample.language === language && sample.use === use)
    .map(({ text }) => text)
    .join('\n\n');
}
