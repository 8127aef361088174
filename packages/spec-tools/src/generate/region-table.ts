import type { Specification } from '../../../types/src/specification.ts';
import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
/** The code of a region with rules of its own. */
export type RegionCode = keyof typeof regions;
`;

/** The countries, and the regions of them that have rules of their own. */
export function regionTable(tables: Tables, { components }: Pick<Specification, 'components'>): Artifact {
  const regions = Object.entries(tables.regions).map(([code, { 'x-decision': _reason, ...region }]) => [code, region]);
  const assigned = components?.schemas?.['CountryCode']?.['x-assigned'];
  if (assigned === undefined) throw new Error('CountryCode.yaml: x-assigned has to list the codes that are assigned.');
  return generatedModule('regions', [
    constantTable(
      'regions',
      'Regions whose customers are under rules of their own, with their countries.',
      Object.fromEntries(regions),
    ),
    types,
    constantTable('assignedCountryCodes', 'The codes of ISO 3166-1 alpha-2 that stand for a country.', assigned),
  ]);
}
