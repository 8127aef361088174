import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { PlatformRow } from '../platforms/find-platform.ts';
import type { FeeConfigRow, PlatformCurrencyRow } from './tables.ts';

interface Tenant {
  readonly tenant: number;
}

const listCurrencies = statement<Tenant, PlatformCurrencyRow>('listPlatformCurrencyRows', (db, { tenant }) =>
  db.selectFrom('platform_currencies').selectAll().where('tenant', '=', tenant).orderBy('position'),
);

export function listCurrencyRows(unit: Unit, tenant: number): Promise<PlatformCurrencyRow[]> {
  return unit.all(listCurrencies, { tenant });
}

const listFees = statement<Tenant, FeeConfigRow>('listActiveFees', (db, { tenant }) =>
  db
    .selectFrom('fee_configs')
    .selectAll()
    .where('tenant', '=', tenant)
    .where(({ eb, or }) => or([eb('variable_fee_bps', '>', 0), eb('fixed_fee_minor', '>', 0n)]))
    .orderBy('fee_type')
    .orderBy('source_currency'),
);

/** The fees that are in force. */
export function listActiveFeeRows(unit: Unit, tenant: number): Promise<FeeConfigRow[]> {
  return unit.all(listFees, { tenant });
}

const touch = statement<Tenant & { readonly now: Instant }, PlatformRow>('touchPlatform', (db, { tenant, now }) =>
  db.updateTable('platforms').set({ updated_at: now }).where('tenant', '=', tenant).returningAll(),
);

/** Marks the configuration as changed and locks its row, so that simultaneous changes run one after the other. */
export async function lockPlatform(unit: Unit, tenant: number, now: Instant): Promise<PlatformRow> {
  const row = await unit.first(touch, { tenant, now });
  if (row === undefined) throw new Error(`tenant ${tenant} has no platform`);
  return row;
}

export type Settings = Pick<
  PlatformRow,
  | 'tenant'
  | 'uma_domain'
  | 'uma_domain_since'
  | 'webhook_endpoint'
  | 'embedded_wallet_config'
  | 'card_tokenization_config'
  | 'sca_config'
>;

const save = table('platforms').update([
  'uma_domain',
  'uma_domain_since',
  'webhook_endpoint',
  'embedded_wallet_config',
  'card_tokenization_config',
  'sca_config',
]);

export function saveSettings(unit: Unit, settings: Settings): void {
  unit.write(save, settings);
}

const findFormer = table('former_uma_domains').find('domain');

/** When the platform used a domain for the first time; `undefined` if never, `null` if that is not known. */
export async function findFirstUse(unit: Unit, tenant: number, domain: string): Promise<Instant | null | undefined> {
  return (await unit.first(findFormer, { tenant, domain }))?.used_from;
}

const removeCurrencies = table('platform_currencies').delete();

export function replaceCurrencyRows(unit: Unit, tenant: number, rows: readonly PlatformCurrencyRow[]): void {
  unit.write(removeCurrencies, { tenant });
  unit.insert(
    'platform_currencies',
    rows.map((row) => ({ ...row })),
  );
}

/** Appends a currency, unless the platform already has it. */
export async function addCurrency(unit: Unit, row: Omit<PlatformCurrencyRow, 'position'>): Promise<void> {
  const known = await listCurrencyRows(unit, row.tenant);
  if (known.some(({ currency }) => currency === row.currency)) return;
  const position = Math.max(-1, ...known.map((one) => one.position)) + 1;
  unit.insert('platform_currencies', [{ ...row, position }]);
}

const removeOne = table('platform_currencies').delete('currency');

export function removeCurrency(unit: Unit, tenant: number, currency: CurrencyCode): void {
  unit.write(removeOne, { tenant, currency });
}

export function saveFee(unit: Unit, row: FeeConfigRow): void {
  unit.upsert('fee_configs', ['tenant', 'fee_type', 'source_currency'], row);
}
