import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The folder with the bundled server, if `local-bundle.ts` has created one and no file of it has changed since. If a
 * file has another size or time or is missing, the server runs from its sources.
 */
export function findBundle(root) {
  const madeOf = readMadeOf(root);
  return madeOf?.root === resolve(root) && madeOf.files.every(isUnchanged) ? madeOf.folder : undefined;
}

function readMadeOf(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules/.cache/server/made-of.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isUnchanged({ file, size, mtimeMs }) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.size === size && found.mtimeMs === mtimeMs;
}
