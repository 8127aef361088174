import type { JsonText } from '../../ground/database/column-types.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Stored settings with a change laid over them, field by field at every level. */
export function mergedText(stored: JsonText | null, change: Settings | undefined): JsonText | null {
  if (change === undefined) return stored;
  const before = stored === null ? {} : (JSON.parse(stored) as Settings);
  return JSON.stringify(merge(before, change));
}

function merge(before: Settings, change: Settings): Settings {
  const merged = new Map(Object.entries(before));
  for (const [field, value] of Object.entries(change)) {
    const known = merged.get(field);
    merged.set(field, isSettings(known) && isSettings(value) ? merge(known, value) : value);
  }
  return Object.fromEntries(merged);
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
