import type { AccountFacts, AccountForm } from '../../../types/src/specification.ts';
import type { Artifact } from './artifact.ts';
import type { Tables } from './tables.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
export type AccountFactsByType = typeof accountFacts;

/** The kind of an external account, the value of its \`accountType\`. */
export type AccountType = keyof AccountFactsByType;

/** A payment rail of at least one account kind. */
export type AccountRail = AccountFactsByType[AccountType]['rails'][number];
`;

/** Every row has every member, so that a reader can access each without checking the kind first. */
function complete(facts: AccountFacts): object {
  const { accountType, currencies, kind, identifier, identifiedBy = [identifier], rails } = facts;
  const defaultRail = facts.defaultRail ?? null;
  const forms: readonly AccountForm[] = facts.forms ?? [{ identifier, fields: identifiedBy }];
  return {
    accountType,
    currencies,
    kind,
    identifier,
    identifiedBy,
    listed: facts.listed ?? null,
    // What a business has to give besides its legal name.
    businessGives: facts.businessGives ?? (kind === 'BANK' ? ['address'] : []),
    // What a business that pays the account has on file in its `businessInfo`.
    payingBusinessGives: facts.payingBusinessGives ?? [],
    forms: forms.map((form) => ({ ...form, rails: form.rails ?? rails, defaultRail: form.defaultRail ?? defaultRail })),
    rails,
    defaultRail,
    network: facts.network ?? null,
    collects: facts.collects ?? [],
    assets: facts.assets ?? [],
    checks: facts.checks ?? {},
  };
}

export function accountFacts(tables: Tables): Artifact {
  const rows = Object.values(tables.accounts).map((facts) => [facts.accountType, complete(facts)]);
  const comment = 'Each kind of external account: its currencies, rails, identifier and checks.';
  return generatedModule('accounts', [constantTable('accountFacts', comment, Object.fromEntries(rows)), types]);
}
