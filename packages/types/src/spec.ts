import { existsSync, readFileSync } from 'node:fs';
import { parseSpecification, type Specification } from './specification.ts';

export { inlined, type PlainSchema } from './inlined-schema.ts';
export type { BankingCalendar, HolidayRule, Weekday } from './rail-facts.ts';
export * from './specification.ts';

// In the published package the bundle is beside this module; in the repository it is read from where it is generated.
const locations: readonly URL[] = [
  new URL('./openapi.json', import.meta.url),
  new URL('../../../spec/dist/openapi.json', import.meta.url),
];

/** The file that holds the bundled specification. */
export function specificationFile(): URL {
  const found = locations.find((location) => existsSync(location));
  if (found === undefined) throw new Error('spec/dist/openapi.json is missing: run `pnpm gen`.');
  return found;
}

/** The bundled specification: paths, schemas and the tables of errors, states, currencies and accounts. */
export function loadSpecification(): Specification {
  return parseSpecification(readFileSync(specificationFile(), 'utf8'));
}
