import { UnusableOptions } from './read-flags.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** A variable that is set to the empty text counts as not set. */
export function givenVariables(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
}

/** The address of PostgreSQL. Without one the data is in a folder, even if PostgreSQL runs beside it. */
export function databaseUrlIn(variables: Variables): string | undefined {
  const { DATABASE_URL: url } = givenVariables(variables);
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new UnusableOptions('DATABASE_URL must start with postgres://');
  return url;
}
