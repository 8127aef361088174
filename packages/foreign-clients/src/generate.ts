import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const home = fileURLToPath(new URL('../', import.meta.url));
const bundle = fileURLToPath(new URL('../../../spec/dist/openapi.json', import.meta.url));
export const programs = join(home, 'programs');
export const generated = join(programs, 'generated');

/** Runs a generator like its users, with the runtime of this project, and returns its output. */
async function generate(command: string, ...words: string[]): Promise<string> {
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(':');
  const { stdout, stderr } = await promisify(execFile)(join(home, 'node_modules/.bin', command), words, {
    cwd: home,
    env: { ...process.env, PATH: path },
  });
  return `${stdout}${stderr}`;
}

const generators = {
  'openapi-typescript': () => generate('openapi-typescript', bundle, '--output', join(generated, 'paths.ts')),
  'hey-api': () => generate('openapi-ts', '--file', settings('hey-api', heyApi)),
  orval: () => generate('orval', '--config', settings('orval', orval)),
  'openapi-zod-client': async () => {
    await prepareForZod();
    return generate('openapi-zod-client', join(generated, 'openapi-for-zod.json'), '-o', join(generated, 'zod.ts'));
  },
} as const;

export type Generator = keyof typeof generators;
export const generatorNames = Object.keys(generators) as readonly Generator[];

// The programs run without a build, so imports must have the file names with extension.
const heyApi = {
  input: bundle,
  output: { path: join(generated, 'hey-api'), module: { extension: '.ts' } },
};

const orval = {
  interface: {
    input: { target: bundle },
    output: {
      target: join(generated, 'orval.ts'),
      client: 'fetch',
      override: { mutator: { path: join(programs, 'orval-send.ts'), name: 'send', extension: '.ts' } },
    },
  },
};

const guide = fileURLToPath(new URL('../../../docs/guides/other-clients.md', import.meta.url));

/** Runs the program with which the guide prepares the specification, beside a copy of the specification. */
async function prepareForZod(): Promise<void> {
  const [, program] = /```js sketch\n([^`]*)```/.exec(readFileSync(guide, 'utf8')) ?? [];
  if (program === undefined) throw new Error(`${guide} has no program.`);
  writeFileSync(join(generated, 'prepare.mjs'), program);
  writeFileSync(join(generated, 'openapi.json'), readFileSync(bundle));
  await promisify(execFile)(process.execPath, ['prepare.mjs'], { cwd: generated });
}

/** Writes the settings of a generator into a file, because flags cannot express all of them. */
function settings(name: string, value: object): string {
  const file = join(generated, `${name}.config.mjs`);
  writeFileSync(file, `export default ${JSON.stringify(value)};\n`);
  return file;
}

/** Generates all clients again. */
export async function generateClients(): Promise<Readonly<Record<Generator, string>>> {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
  const printed = await Promise.all(generatorNames.map(async (name) => [name, await generators[name]()] as const));
  return Object.fromEntries(printed) as Record<Generator, string>;
}
