import type { Specification } from '../../../types/src/specification.ts';

/** The place of a finding in the bundle: property names and list positions from the root. */
export type DocumentPath = readonly (string | number)[];

export interface Finding {
  readonly path: DocumentPath;
  readonly message: string;
}

/** One of our rules: its requirement, and the function that finds violations in the bundle. */
export interface Rule {
  readonly name: string;
  readonly demands: string;
  check(specification: Specification): Finding[];
}
