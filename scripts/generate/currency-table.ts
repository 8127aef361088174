import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
export type Currencies = typeof currencies;

/** The code of a currency that the platform knows. */
export type CurrencyCode = keyof Currencies;
`;

export function currencyTable(tables: Tables): Artifact {
  const rows = Object.values(tables.currencies).map(({ code, name, symbol, decimals, kind }) => [
    code,
    { code, name, symbol, decimals, kind },
  ]);
  const comment = 'Every currency with the number of decimals of its smallest unit.';
  return generatedModule('currencies', [constantTable('currencies', comment, Object.fromEntries(rows)), types]);
}
