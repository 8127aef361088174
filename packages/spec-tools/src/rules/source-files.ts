import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Every YAML file below a folder, relative to it, sorted by path. */
export function yamlFilesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort();
}

/** The path that a file below `spec/paths/` describes, from `x-path` in its first lines. */
export function servedPath(text: string): string | undefined {
  return text.match(/^x-path: *["']?(\/[^\s"']*)["']? *$/m)?.[1];
}

/** `/quotes/{quoteId}/execute` is described in `quotes-quote-id-execute.yaml`. */
export function pathFileName(path: string): string {
  const words = path.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').match(/[A-Za-z0-9]+/g) ?? [];
  return `${words.join('-').toLowerCase()}.yaml`;
}

/** The files below `spec/paths/` by the path that they describe. */
export function pathFiles(specFolder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of yamlFilesIn(join(specFolder, 'paths'))) {
    const file = join(specFolder, 'paths', name);
    const path = servedPath(readFileSync(file, 'utf8'));
    if (path === undefined) throw new Error(`${file}: begin with the path it describes, as in \`x-path: /quotes\`.`);
    const other = found.get(path);
    if (other !== undefined) throw new Error(`${file}: ${path} is already described in ${other}.`);
    found.set(path, file);
  }
  return found;
}

/** The files of `spec/webhooks/` by the name of the webhook: `outgoing-payment-failed.yaml` is `outgoingPaymentFailed`. */
export function webhookFiles(specFolder: string): ReadonlyMap<string, string> {
  const folder = join(specFolder, 'webhooks');
  return new Map(
    yamlFilesIn(folder).map((name) => {
      const words = basename(name, '.yaml').replaceAll(/-([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase());
      return [words, join(folder, name)];
    }),
  );
}
