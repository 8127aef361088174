declare const content: unique symbol;

/** JSON text that holds a `T`: both engines store it the same way, and no query looks inside. */
export type JsonText<T> = string & { readonly [content]: T };

/** `T` is the type of the column or field for the text, so a misspelt member does not compile. */
export function writeJson<T>(value: NoInfer<T>): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

/** Reads text from `writeJson`. */
export function readJson<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}

/** Reads text from outside, of unknown content. Throws a `SyntaxError` if it is not JSON. */
export function parseJson(text: string): unknown {
  return JSON.parse(text);
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Some members of a value, in the given order, without those that it does not have. */
export function pick<T extends object, Name extends keyof T>(value: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]])) as Pick<T, Name>;
}

/** `T` with `undefined` allowed for optional members. */
type Sparse<T> = {
  readonly [Name in keyof T]: Record<never, never> extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};

/** A value of the interface without its undefined members: absent facts are left out, not sent as null. */
export function present<T extends object>(members: Sparse<NoInfer<T>>): T {
  const given = members as Record<string, unknown>;
  const facts: Record<string, unknown> = {};
  for (const name in given) if (given[name] !== undefined) facts[name] = given[name];
  return facts as T;
}
