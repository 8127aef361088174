import { expect, it } from 'vitest';
import { storesOfReleases } from '../../../test/stores-of-releases.ts';
import { migrations } from './migrate.ts';

/** Changes that a running process of the previous release cannot cope with. */
const contractions = [
  /\bDROP\s+(TABLE|COLUMN)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\s+\w+\s+(TYPE|SET\s+DATA|SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b/i,
  /\bADD\s+COLUMN\b(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i,
];

const contracts = (text: string): boolean => contractions.some((form) => form.test(text));

/** Migrations that remove something, and the release whose processes no longer need it. */
const reasons: Readonly<Record<string, string>> = {
  '0059-parts-of-the-request-log.sql':
    'the tables that are renamed have others of the same names and columns in their place',
};

it('migrations since the last release only add, so that its processes keep running', () => {
  const released = Math.max(...storesOfReleases.map(({ version }) => version));
  const since = migrations('postgres').filter(({ version }) => version > released);
  expect(
    since.filter(({ name, text }) => contracts(text) && reasons[name] === undefined).map(({ name }) => name),
  ).toEqual([]);
  const taking = [
    'DROP TABLE quotes;',
    'ALTER TABLE quotes DROP COLUMN price;',
    'ALTER TABLE quotes RENAME TO prices;',
    'ALTER TABLE quotes ALTER COLUMN price TYPE BIGINT;',
    'ALTER TABLE quotes ADD COLUMN price TEXT NOT NULL;',
  ];
  expect(taking.map(contracts)).toEqual(taking.map(() => true));
  const adding = [
    'ALTER TABLE quotes ADD COLUMN price TEXT;',
    "ALTER TABLE quotes ADD COLUMN a TEXT NOT NULL DEFAULT '';",
  ];
  expect(adding.map(contracts)).toEqual([false, false]);
});
