import type { accountFacts } from '@payments-platform/types';
import type { AccountKind } from '../account-facts.ts';
import { aba, clabe, iban, sortCode } from './bank-identifiers.ts';
import { bitcoin } from './bitcoin-addresses.ts';
import type { IdentifierRule } from './identifier-rule.ts';
import { invoice, lightningAddress, offer } from './lightning-identifiers.ts';
import { pixKey } from './pix-key.ts';
import { evm, solana, spark, tron } from './wallet-addresses.ts';

type Facts = (typeof accountFacts)[keyof typeof accountFacts];
type ValuesOf<T> = T extends Facts ? T['checks'][keyof T['checks']] : never;
type CheckName = ValuesOf<Facts>;
type Network = NonNullable<Facts['network']>;

/** The rules that account kinds of the specification name. A name without a rule does not compile. */
const namedRules: Readonly<Record<CheckName, IdentifierRule>> = {
  aba,
  clabe,
  iban,
  'pix-key': pixKey,
  'sort-code': sortCode,
};

/** The rule of each network, for everything that is paid over it. */
const networkRules: Readonly<Record<Network, Readonly<Record<string, IdentifierRule>>>> = {
  BASE: { address: evm },
  BITCOIN: { address: bitcoin },
  ETHEREUM: { address: evm },
  PLASMA: { address: evm },
  POLYGON: { address: evm },
  SOLANA: { address: solana },
  TRON: { address: tron },
  SPARK: { address: spark },
  LIGHTNING: { invoice, bolt12: offer, lightningAddress },
};

/** The rules of a kind of account, by field. */
export function identifierRules(kind: AccountKind): ReadonlyMap<string, IdentifierRule> {
  const rules = new Map<string, IdentifierRule>();
  for (const [field, name] of Object.entries(kind.checks)) rules.set(field, known(namedRules, name));
  if (kind.network !== null) {
    for (const [field, rule] of Object.entries(known(networkRules, kind.network))) rules.set(field, rule);
  }
  return rules;
}

function known<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = table[name];
  if (value === undefined) throw new Error(`no rule for ${name}`);
  return value;
}
