import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import type { CurrencyView, TokenCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { addCurrency, removeCurrency } from './config-repository.ts';
import type { PlatformTokenRow } from './tables.ts';

const tokens = table('platform_tokens');
const findByCode = tokens.find('code');

/** A token that is, or was, a currency of the platform. */
export function findToken(unit: Unit, tenant: number, code: TokenCode): Promise<PlatformTokenRow | undefined> {
  return unit.first(findByCode, { tenant, code });
}

const listEnabled = statement<{ readonly tenant: number }, Pick<PlatformTokenRow, 'code'>>(
  'listEnabledTokens',
  (db, { tenant }, engine) => {
    const found = db
      .selectFrom('platform_tokens')
      .select('code')
      .where('tenant', '=', tenant)
      .where('is_enabled', '=', 1);
    return engine === 'postgres' ? found.forShare() : found;
  },
);

/** The codes of the tokens that the platform may use as currencies. None of them is disabled before this unit ends. */
export async function enabledTokens(unit: Unit, tenant: number): Promise<ReadonlySet<string>> {
  return new Set((await unit.all(listEnabled, { tenant })).map(({ code }) => code));
}

/** A token has no known value, so its payments are limited only by what an account can hold. */
const largestMinor = 10n ** 15n;

/**
 * Makes a token a currency of the platform and opens the platform's own account in it. Its description is fixed the
 * first time, since accounts may hold amounts of it.
 */
export async function enableToken(context: WorkContext, code: TokenCode, about: Omit<CurrencyView, 'code'>) {
  const { unit, tenant, now, deps } = context;
  const known = await findToken(unit, tenant, code);
  const { name, symbol, decimals } = about;
  const description: JsonText<CurrencyView> = known?.description ?? writeJson({ code, name, symbol, decimals });
  const created_at = known?.created_at ?? now;
  const row = { tenant, code, description, is_enabled: 1, created_at, updated_at: now };
  unit.upsert('platform_tokens', ['tenant', 'code'], row);
  await addCurrency(unit, {
    tenant,
    currency: code,
    minimum_minor: 1n,
    maximum_minor: largestMinor,
    required_counterparty_fields: writeJson([]),
    enabled_transaction_types: writeJson(['INCOMING', 'OUTGOING']),
  });
  await deps.lifeCycle.onCurrenciesGranted(context, null, [code]);
}

const withdraw = tokens.update(['is_enabled', 'updated_at'], 'code');

/**
 * Accounts keep their balances of the token; until it is admitted again, no account is opened in it and nothing is
 * paid with it.
 */
export function disableToken({ unit, tenant, now }: WorkContext, code: TokenCode): void {
  unit.write(withdraw, { tenant, code, is_enabled: 0, updated_at: now });
  removeCurrency(unit, tenant, code);
}
