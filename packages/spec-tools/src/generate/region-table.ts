import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
/** The code of a region with rules of its own. */
export type RegionCode = keyof typeof regions;
`;

export function regionTable(tables: Tables): Artifact {
  const comment = 'Regions whose customers are under rules of their own, with their countries.';
  return generatedModule('regions', [constantTable('regions', comment, tables.regions), types]);
}
