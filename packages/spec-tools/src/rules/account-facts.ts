import type { AccountFacts, AccountForm, Schema, Specification } from '../../../types/src/specification.ts';
import { flatten } from './references.ts';
import type { Finding, Rule } from './rule.ts';
import { schemasOf } from './schemas.ts';

/** An account with rails has one of them as default; a wallet has a network instead. */
function isRail({ rails = [], defaultRail }: Pick<AccountForm, 'rails' | 'defaultRail'>): boolean {
  return defaultRail === undefined ? rails.length === 0 : rails.includes(defaultRail);
}

function complaints(specification: Specification, schema: Schema, facts: AccountFacts): string[] {
  const { properties } = flatten(specification, schema);
  const currencies = specification['x-currencies'] ?? {};
  const forms = (facts.forms ?? []).flatMap((form) => [form.identifier, ...form.fields]);
  const listed = facts.listed === undefined ? [] : [facts.listed];
  const named = [
    facts.identifier,
    ...listed,
    ...(facts.identifiedBy ?? []),
    ...forms,
    ...Object.keys(facts.checks ?? {}),
  ];
  const fields = [...new Set(named)];
  return [
    ...fields.filter((field) => !(field in properties)).map((field) => `${field} is not a property of this account.`),
    ...facts.currencies.filter((code) => !(code in currencies)).map((code) => `${code} is not in spec/currencies.`),
    ...[facts, ...(facts.forms ?? [])]
      .filter((entry) => !isRail(entry))
      .map(({ defaultRail }) => `The default rail ${defaultRail ?? '(none)'} is not one of its rails.`),
    ...(['BANK', 'WALLET'].includes(facts.kind) ? [] : [`The kind ${facts.kind} is neither BANK nor WALLET.`]),
  ];
}

export const accountFacts: Rule = {
  name: 'account-facts',
  demands: 'x-account matches its schema and the table of currencies.',
  check: (specification) =>
    [...schemasOf(specification)].flatMap(({ path, schema }): Finding[] => {
      const facts = schema['x-account'];
      if (facts === undefined) return [];
      return complaints(specification, schema, facts).map((message) => ({ path: [...path, 'x-account'], message }));
    }),
};
