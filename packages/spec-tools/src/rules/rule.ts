import type { Specification } from '../../../types/src/specification.ts';

/** Where a finding lies in the bundle: property names and list positions from the root. */
export type DocumentPath = readonly (string | number)[];

export interface Finding {
  readonly path: DocumentPath;
  readonly message: string;
}

/** One rule of ours: what it demands, and the function that finds where the bundle does not comply. */
export interface Rule {
  readonly name: string;
  readonly demands: string;
  check(specification: Specification): Finding[];
}
