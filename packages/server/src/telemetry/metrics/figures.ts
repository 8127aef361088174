import type { MetricName } from './metric-table.ts';

export interface Figure {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The values of some metrics at one moment. */
export type Figures = { readonly [Name in MetricName]?: readonly Figure[] };
