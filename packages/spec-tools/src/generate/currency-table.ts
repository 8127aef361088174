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
  const demanding = Object.values(tables.currencies).flatMap(({ code, requiredCustomerFields }) =>
    requiredCustomerFields === undefined ? [] : [[code, requiredCustomerFields] as const],
  );
  const inWallets = Object.values(tables.currencies).flatMap(({ code, isHeldInWallet }) =>
    isHeldInWallet === true ? [code] : [],
  );
  const comment = 'Every currency with the number of decimals of its smallest unit.';
  const wallets = 'What customers hold in embedded wallets, whose keys only they use.';
  const needs = 'What providers demand to know of the customers who use a currency; others demand nothing.';
  return generatedModule('currencies', [
    constantTable('currencies', comment, Object.fromEntries(rows)),
    constantTable('requiredCustomerFields', needs, Object.fromEntries(demanding)),
    constantTable('walletCurrencies', wallets, inWallets),
    types,
  ]);
}
