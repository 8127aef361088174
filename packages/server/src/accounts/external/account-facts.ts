import { type AccountFactsByType, type AccountType, accountFacts, type PaymentRail } from '@payments-platform/types';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { AccountInfo, ExternalAccountRow } from './tables.ts';

/** One way to give an account of a kind, with the rails that it opens. */
export interface AccountForm {
  /** The field that identifies the account. */
  readonly identifier: string;
  /** Every field that this form requires. */
  readonly fields: readonly string[];
  /** `undefined` if all forms open the same rails. */
  readonly rails?: readonly PaymentRail[];
  readonly defaultRail?: PaymentRail | null;
}

/** The network of a wallet. */
export type AccountNetwork = NonNullable<AccountFactsByType[AccountType]['network']>;

/** What the specification says about one kind of account (`x-account`). */
export interface AccountKind {
  readonly accountType: AccountType;
  readonly currencies: readonly CurrencyCode[];
  readonly kind: 'BANK' | 'WALLET';
  readonly identifier: string;
  readonly identifiedBy: readonly string[];
  /** The field with the bank name, if the directory has to list the bank. */
  readonly listed: string | null;
  /** What a business that owns the account has to give besides its legal name. */
  readonly businessGives: readonly string[];
  /** What a business that pays the account must have on file, as fields of its `businessInfo`. */
  readonly payingBusinessGives: readonly string[];
  readonly rails: readonly PaymentRail[];
  readonly defaultRail: PaymentRail | null;
  readonly network: AccountNetwork | null;
  /** The rails over which the account can be debited. */
  readonly collects: readonly PaymentRail[];
  readonly checks: Readonly<Record<string, string>>;
  readonly forms: readonly AccountForm[];
}

/** The identifier of an account and the ways to pay it. */
export interface AccountRoute {
  /** The account number, IBAN, address or similar that identifies the account outside the platform. */
  readonly identifier: string;
  /** The bank rails over which it can be paid; empty for a wallet. */
  readonly rails: readonly PaymentRail[];
  /** The rail if the request names none; `null` for a wallet. */
  readonly defaultRail: PaymentRail | null;
  /** The network of a wallet; `null` for a bank account. */
  readonly network: AccountNetwork | null;
  /** The rails over which it can be debited. */
  readonly collects: readonly PaymentRail[];
  readonly payingBusinessGives: readonly string[];
}

const kinds: Readonly<Record<string, AccountKind>> = accountFacts;

/** Every kind of account that the specification describes. */
export const accountKinds: readonly AccountKind[] = Object.values(kinds);

export function accountKind(accountType: string): AccountKind {
  const kind = kinds[accountType];
  if (kind === undefined) throw new Error(`the specification describes no account of type ${accountType}`);
  return kind;
}

/** The forms of an account of the kind, each with its rails. */
export function formsOf({ forms, rails, defaultRail }: AccountKind): Required<AccountForm>[] {
  return forms.map((form) => ({ rails, defaultRail, ...form }));
}

export function routeOf(kind: AccountKind, info: AccountInfo): AccountRoute {
  const given = formsOf(kind).filter(({ fields }) => fields.every((field) => textOf(info, field) !== undefined));
  const form = given[0];
  const identifier = form && textOf(info, form.identifier);
  if (form === undefined || identifier === undefined)
    throw new Error(`an account of type ${kind.accountType} lacks its identifier`);
  return {
    identifier,
    rails: [...new Set(given.flatMap(({ rails }) => rails))],
    defaultRail: chosenRail(form, info) ?? form.defaultRail,
    network: kind.network,
    collects: kind.collects,
    payingBusinessGives: kind.payingBusinessGives,
  };
}

/** The route of a stored account. */
export function accountRoute(row: Pick<ExternalAccountRow, 'account_type' | 'account_info'>): AccountRoute {
  return routeOf(accountKind(row.account_type), readJson(row.account_info));
}

export function textOf(info: AccountInfo, field: string): string | undefined {
  const value = info[field];
  return typeof value === 'string' ? value : undefined;
}

/** A form that has a rail besides the account number is paid over that rail. */
function chosenRail({ fields, rails }: Required<AccountForm>, info: AccountInfo): PaymentRail | undefined {
  const asked = fields.includes('rail') ? textOf(info, 'rail') : undefined;
  return rails.find((rail) => rail === asked);
}
