import { fileURLToPath } from 'node:url';

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
}

export const root = fromRoot('');
export const specFolder = fromRoot('spec');
export const specRoot = fromRoot('spec/openapi.yaml');
export const redocly = fromRoot('packages/spec-tools/node_modules/@redocly/cli/bin/cli.js');
