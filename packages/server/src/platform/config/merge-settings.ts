import { isJsonObject, type JsonText, readJson, writeJson } from '../../ground/json/json-text.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Merges a change into stored settings, field by field at every level. */
export function mergeSettings<T extends Settings>(
  stored: JsonText<T> | null,
  change: T | undefined,
): JsonText<T> | null {
  if (change === undefined) return stored;
  // Each side is a `T`, and a field of the change replaces the field of the same name.
  return writeJson<T>(merge(stored === null ? {} : readJson(stored), change) as T);
}

function merge(before: Settings, change: Settings): Settings {
  const merged = new Map(Object.entries(before));
  for (const [field, value] of Object.entries(change)) {
    const known = merged.get(field);
    merged.set(field, isJsonObject(known) && isJsonObject(value) ? merge(known, value) : value);
  }
  return Object.fromEntries(merged);
}
