import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileOf, isDay, lastRelease, listReleases, nameOf, type Release, readRelease } from './releases.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function record(version: string, date: string): Release {
  const release = { version, date };
  mkdirSync(dirname(fileOf(release, folder)), { recursive: true });
  writeFileSync(fileOf(release, folder), JSON.stringify({ openapi: '3.1.0', info: { version }, paths: {} }));
  return release;
}

it('lists the releases by version and day, the oldest first', () => {
  const [third, first, second] = [
    record('2031-01-01', '2030-12-01'),
    record('2030-01-01', '2030-02-01'),
    record('2030-01-01', '2030-11-01'),
  ];
  writeFileSync(join(folder, 'README.md'), '');
  expect(listReleases(folder)).toEqual([first, second, third]);
  expect(readRelease(second, folder).info.version).toBe('2030-01-01');
  expect(nameOf(second)).toBe('2030-01-01-released-2030-11-01');
});

it('finds the last release of a version, or for a new version that of the version before', () => {
  const old = record('2030-01-01', '2030-11-01');
  const next = record('2031-01-01', '2030-12-01');
  expect(lastRelease('2030-01-01', folder)).toEqual(old);
  expect(lastRelease('2031-01-01', folder)).toEqual(next);
  expect(lastRelease('2032-01-01', folder)).toEqual(next);
});

it('finds no release in an empty folder', () => {
  expect(listReleases(join(folder, 'nothing'))).toEqual([]);
  expect(lastRelease('2030-01-01', folder)).toBeUndefined();
});

it.each([
  ['2030-02-28', true],
  ['2030-02-30', false],
  ['30-02-28', false],
  ['2030-2-28', false],
])('accepts only an existing day as YYYY-MM-DD: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
