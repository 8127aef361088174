import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import { sql } from 'kysely';
import { type FeeTerms, noFee } from '../../engines/rates/price.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type JsonText, readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { PlatformRow } from '../platforms/find-platform.ts';
import { listActiveFeeRows } from './config-repository.ts';
import type { FeeConfigRow, PlatformCurrencyRow } from './tables.ts';

/** How a platform uses one of its currencies. */
export interface CurrencyTerms {
  /** The smallest and largest amount of one UMA payment. */
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** What the platform must know about the other party of a payment. */
  readonly counterpartyRules: readonly CounterpartyFieldDefinition[];
  /** The directions in which UMA payments use it. */
  readonly directions: readonly Direction[];
}

type Directions = PlatformCurrencyRow['enabled_transaction_types'];
type Direction = Directions extends JsonText<readonly (infer Each)[]> ? Each : never;

const findCurrency = table('platform_currencies').find('currency');

/** `undefined` for a currency that the platform does not support now. */
export async function findCurrencyTerms(
  unit: Unit,
  tenant: number,
  currency: CurrencyCode,
): Promise<CurrencyTerms | undefined> {
  const row = await unit.first(findCurrency, { tenant, currency });
  return (
    row &&
    termsOf(row.minimum_minor, row.maximum_minor, row.required_counterparty_fields, row.enabled_transaction_types)
  );
}

/** The platform's standing fees that are in force: on conversions from each currency that has one. */
export async function readStandingFees(unit: Unit, tenant: number): Promise<ReadonlyMap<CurrencyCode, FeeTerms>> {
  const rows = await listActiveFeeRows(unit, tenant);
  return new Map(
    rows.map((row) => [row.source_currency, { fixedMinor: row.fixed_fee_minor, variableBps: row.variable_fee_bps }]),
  );
}

/** The only sending currency in which a platform may take its own fee. */
export const platformFeeCurrency = 'USD';

/** The rules of a platform for its payments from one currency to another. */
export interface PaymentTerms {
  readonly platform: Pick<PlatformRow, 'is_regulated'>;
  /** `undefined` for a currency that it does not support now. */
  readonly sending: CurrencyTerms | undefined;
  readonly receiving: CurrencyTerms | undefined;
  /** The fee for a payment whose request sets none. */
  readonly standingFee: FeeTerms;
}

/** Each end is a currency, or the id of an account, whose currency counts: so both are read in one round trip. */
interface Corridor {
  readonly tenant: number;
  readonly sending: string;
  readonly receiving: string;
}

type Joined<T> = { readonly [C in keyof T]: T[C] | null };

interface FoundTerms
  extends Pick<PlatformRow, 'is_regulated'>,
    Joined<Pick<FeeConfigRow, 'fixed_fee_minor' | 'variable_fee_bps'>>,
    Joined<
      Pick<
        PlatformCurrencyRow,
        'minimum_minor' | 'maximum_minor' | 'required_counterparty_fields' | 'enabled_transaction_types'
      >
    > {
  readonly sending: CurrencyCode;
  readonly receiving: CurrencyCode;
  readonly least_received_minor: bigint | null;
  readonly most_received_minor: bigint | null;
  readonly rules_of_received: PlatformCurrencyRow['required_counterparty_fields'] | null;
  readonly directions_of_received: Directions | null;
}

/** The currency of an end. */
function currencyOf(tenant: number, end: string) {
  return sql<CurrencyCode>`coalesce((select currency from internal_accounts where tenant = ${tenant} and id = ${end}),
    (select currency from external_accounts where tenant = ${tenant} and id = ${end}), ${end})`;
}

/** One statement for all of it, since every quote runs it. */
const findTerms = statement<Corridor, FoundTerms>('findPaymentTerms', (db, { tenant, sending, receiving }) =>
  db
    // Materialized, since PostgreSQL would look up the accounts for each use of their currencies.
    .with(
      (cte) => cte('c').materialized(),
      (one) =>
        one.selectNoFrom([currencyOf(tenant, sending).as('sending'), currencyOf(tenant, receiving).as('receiving')]),
    )
    .selectFrom('platforms as p')
    .innerJoin('c', (join) => join.onTrue())
    .leftJoin('platform_currencies as s', (join) =>
      join.onRef('s.tenant', '=', 'p.tenant').onRef('s.currency', '=', 'c.sending'),
    )
    .leftJoin('platform_currencies as r', (join) =>
      join.onRef('r.tenant', '=', 'p.tenant').onRef('r.currency', '=', 'c.receiving'),
    )
    .leftJoin('fee_configs as f', (join) =>
      join
        .onRef('f.tenant', '=', 'p.tenant')
        .on('f.fee_type', '=', 'CROSS_CURRENCY_TRANSACTION')
        .onRef('f.source_currency', '=', 'c.sending'),
    )
    .select(['p.is_regulated', 'c.sending', 'c.receiving', 'f.fixed_fee_minor', 'f.variable_fee_bps'])
    .select(['s.minimum_minor', 's.maximum_minor', 's.required_counterparty_fields', 's.enabled_transaction_types'])
    .select(['r.minimum_minor as least_received_minor', 'r.maximum_minor as most_received_minor'])
    .select([
      'r.required_counterparty_fields as rules_of_received',
      'r.enabled_transaction_types as directions_of_received',
    ])
    .where('p.tenant', '=', tenant),
);

export async function findPaymentTerms(unit: Unit, corridor: Corridor): Promise<PaymentTerms> {
  const found = await unit.first(findTerms, corridor);
  if (found === undefined) throw new Error(`tenant ${corridor.tenant} has no platform`);
  const { sending, receiving } = found;
  const hasFee = sending !== receiving && sending === platformFeeCurrency;
  const { fixed_fee_minor: fixedMinor, variable_fee_bps: variableBps } = found;
  return {
    platform: found,
    sending: termsOf(
      found.minimum_minor,
      found.maximum_minor,
      found.required_counterparty_fields,
      found.enabled_transaction_types,
    ),
    receiving: termsOf(
      found.least_received_minor,
      found.most_received_minor,
      found.rules_of_received,
      found.directions_of_received,
    ),
    standingFee: hasFee && fixedMinor !== null && variableBps !== null ? { fixedMinor, variableBps } : noFee,
  };
}

function termsOf(
  minMinor: bigint | null,
  maxMinor: bigint | null,
  rules: PlatformCurrencyRow['required_counterparty_fields'] | null,
  directions: Directions | null,
): CurrencyTerms | undefined {
  if (minMinor === null || maxMinor === null || rules === null || directions === null) return undefined;
  return { minMinor, maxMinor, counterpartyRules: readJson(rules), directions: readJson(directions) };
}
