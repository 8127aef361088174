import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pathFileName, pathFiles, webhookFiles } from './source-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-files-'));
  for (const name of ['paths', 'webhooks']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a path file describes the path in its x-path', () => {
  const file = write('paths/parcels.yaml', '# A comment.\nx-path: /parcels/{parcelId}\nget: {}\n');
  expect([...pathFiles(folder)]).toEqual([['/parcels/{parcelId}', file]]);
});

test('a path file without x-path, and a path in two files, are refused', () => {
  const nameless = write('paths/one.yaml', 'get: {}\n');
  expect(() => pathFiles(folder)).toThrow(`${nameless}: begin with the path`);
  write('paths/one.yaml', 'x-path: /parcels\n');
  const second = write('paths/two.yaml', 'x-path: "/parcels"\n');
  expect(() => pathFiles(folder)).toThrow(`${second}: /parcels is already described in`);
});

test('a webhook has the name of its file', () => {
  const file = write('webhooks/parcel-sent.yaml', 'post: {}\n');
  expect([...webhookFiles(folder)]).toEqual([['parcelSent', file]]);
});

test.each([
  ['/quotes', 'quotes.yaml'],
  ['/quotes/{quoteId}/execute', 'quotes-quote-id-execute.yaml'],
  ['/sandbox/cards/{id}/simulate/balance_inquiry', 'sandbox-cards-id-simulate-balance-inquiry.yaml'],
])('the path %s is described in %s', (path, name) => {
  expect(pathFileName(path)).toBe(name);
});
