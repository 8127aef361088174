import { readFileSync } from 'node:fs';
import { parseJson } from '../ground/json/json-text.ts';

/** The version in package.json, which lies above the folder of the program, built or not. */
export function releaseOfServer(): string {
  const manifest = parseJson(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return (manifest as { readonly version: string }).version;
}
