import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTables } from './tables.ts';

const euro = 'code: EUR\nname: Euro\nsymbol: €\ndecimals: 2\nkind: FIAT\n';
const account =
  'x-account: {accountType: BOX, currencies: [EUR], kind: BANK, identifier: box, rails: [VAN], defaultRail: VAN}\n';
let folder: string;

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tables-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a currency is keyed by its file name, and an account kind by its accountType', () => {
  write('currencies/EUR.yaml', euro);
  write('schemas/accounts/Box.yaml', account);
  const tables = readTables(folder);
  expect(Object.keys(tables.currencies)).toEqual(['EUR']);
  expect(tables.accounts.BOX?.defaultRail).toBe('VAN');
});

test('a file whose name differs from its code is refused', () => {
  write('currencies/USD.yaml', euro);
  expect(() => readTables(folder)).toThrow('USD.yaml: describes EUR');
});

test('a missing field is reported by name', () => {
  write('currencies/EUR.yaml', euro.replace('decimals: 2\n', ''));
  expect(() => readTables(folder)).toThrow('decimals must be of type number, not undefined');
});

test('a file that is not YAML is reported by name', () => {
  write('errors/BROKEN.yaml', 'meaning: one: two: three');
  expect(() => readTables(folder)).toThrow('BROKEN.yaml:');
});

test('two schemas for one account kind are refused', () => {
  write('schemas/accounts/Box.yaml', account);
  write('schemas/accounts/Crate.yaml', account);
  expect(() => readTables(folder)).toThrow('two schemas describe BOX');
});

test('a region has its countries, and the country code "NO" stays text', () => {
  write(
    'regions/NORTH.yaml',
    'code: NORTH\nname: North\ndemandsStrongCustomerAuthentication: true\ncountries: [SE, "NO"]\n',
  );
  expect(readTables(folder).regions.NORTH?.countries).toEqual(['SE', 'NO']);
});
