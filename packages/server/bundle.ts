import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

export interface BundleOptions {
  /** The folder that the paths of the entries begin from. */
  readonly from: string;
  /** The modules that are called by their names from outside, each by its path. */
  readonly entries: Readonly<Record<string, string>>;
  readonly into: string;
  /** What is not put into it, but loaded from where it is installed. */
  readonly external: readonly string[];
  /** Makes a bundle that runs beside its sources: stacks name them, and files that they lie beside are found there. */
  readonly isLocal?: boolean;
}

/** Puts a program into one folder of few files: the entries, and the rest in `chunks`. Returns the files it is made of. */
export async function bundle({ from, entries, into, external, isLocal = false }: BundleOptions): Promise<string[]> {
  const bundled = await rolldown({
    cwd: from,
    input: { ...entries },
    platform: 'node',
    external: [...external],
    plugins: isLocal ? [threads, atHome] : [threads],
  });
  const { output } = await bundled.write({
    dir: into,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    comments: { legal: false },
    // Names stay, so that a stack says where it was.
    minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
    sourcemap: isLocal,
  });
  await bundled.close();
  return output.filter((part) => part.type === 'chunk').flatMap(filesOf);
}

function filesOf({ modules }: OutputChunk): string[] {
  return Object.keys(modules);
}

/** The program of a thread becomes a file of its own, which whoever starts the thread finds. */
const threads: Plugin = {
  name: 'threads',
  transform: {
    filter: { code: /\bnew Worker\(/ },
    handler(code, id) {
      const started = code.replaceAll(
        /(?<=\bnew Worker\()new URL\('(.+?)', import\.meta\.url\)/g,
        (_, path: string) => {
          const file = this.emitFile({ type: 'chunk', id: join(dirname(id), path) });
          return `new URL(import.meta.ROLLUP_FILE_URL_${file})`;
        },
      );
      return { code: started, map: null };
    },
  },
};

/** Each module goes on looking for files beside itself. */
const atHome: Plugin = {
  name: 'at-home',
  transform: {
    filter: { code: /\bimport\.meta\.url\b/ },
    handler: (code, id) => ({
      code: code.replaceAll(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};
