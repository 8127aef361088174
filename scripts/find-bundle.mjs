import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The folder of the server as one bundle, where `local-bundle.ts` has made one and nothing that it was made of has
 * changed since: a file with another size or time, or none any more, and its sources run instead.
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
