import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
export type Currencies = typeof currencies;

/** The code of a supported currency. */
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
  const wallets = 'The currencies of embedded wallets, whose keys only the customer uses.';
  const needs = 'The customer fields that providers require for a currency; currencies without a row require none.';
  return generatedModule('currencies', [
    constantTable('currencies', comment, Object.fromEntries(rows)),
    constantTable('requiredCustomerFields', needs, Object.fromEntries(demanding)),
    constantTable('walletCurrencies', wallets, inWallets),
    types,
  ]);
}
