import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

const folder = new URL('../../../docs/changelog/', import.meta.url);

const changeKinds = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;
type ChangeKind = (typeof changeKinds)[number];

export interface Change {
  /** The anchor, unique in its month. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly title: string;
  /** Markdown of one or two sentences. */
  readonly text: string;
}

export interface Month {
  /** `2026-09`. */
  readonly month: string;
  readonly changes: readonly Change[];
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, title, text } = value as Record<keyof Change, unknown>;
  const isKind = changeKinds.some((known) => known === kind);
  return isKind && [id, title, text].every((member) => typeof member === 'string' && member !== '');
}

function readMonth(file: string): Month {
  const changes: unknown = parse(readFileSync(new URL(file, folder), 'utf8'));
  if (!Array.isArray(changes) || !changes.every(isChange)) {
    throw new Error(`docs/changelog/${file}: each entry has id, kind (${changeKinds.join(', ')}), title and text.`);
  }
  return { month: file.replace(/\.yaml$/, ''), changes };
}

/** All changes for integrators, the newest month first. One file per month. */
export function readChangelog(): Month[] {
  const files = readdirSync(folder).filter((file) => /^\d{4}-\d{2}\.yaml$/.test(file));
  return files.sort().reverse().map(readMonth);
}

const names = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function monthName({ month }: Month): string {
  return names.format(new Date(`${month}-01T00:00:00Z`));
}
