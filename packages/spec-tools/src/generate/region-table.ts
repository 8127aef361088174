import type { Specification } from '../../../types/src/specification.ts';
import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
/** The code of a region with its own rules. */
export type RegionCode = keyof typeof regions;
`;

/** The countries, and the regions with their own rules. */
export function regionTable(tables: Tables, { components }: Pick<Specification, 'components'>): Artifact {
  const regions = Object.entries(tables.regions).map(([code, { 'x-decision': _reason, ...region }]) => [code, region]);
  const assigned = components?.schemas?.['CountryCode']?.['x-assigned'];
  if (assigned === undefined) throw new Error('CountryCode.yaml: x-assigned has to list the codes that are assigned.');
  return generatedModule('regions', [
    constantTable(
      'regions',
      'Regions with their own rules for customers, with their countries.',
      Object.fromEntries(regions),
    ),
    types,
    constantTable('assignedCountryCodes', 'The assigned country codes of ISO 3166-1 alpha-2.', assigned),
  ]);
}
