import { type InternalAccountType, walletCurrencies } from '@payments-platform/types';
import { setTimer } from '../../engines/due-work/timers.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import { type CurrencyCode, isCurrencyCode, isFiat } from '../../ground/money/currency.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';
import { findToken } from '../../platform/config/platform-tokens.ts';
import { emitAccountEvents } from './emit-account-events.ts';
import { insertMissingAccounts } from './internal-accounts-repository.ts';
import { storeOpenedWallet } from './store-opened-wallet.ts';
import type { InternalAccountRow } from './tables.ts';

/** Report that the account is open and has funding instructions. */
const openingEvents = ['INTERNAL_ACCOUNT.STATUS_UPDATED', 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'] as const;

/** The kind of the timers for accounts whose wallet the custodian is still opening. */
export const openingTimers = 'wallet_openings';

/**
 * Creates an account per currency for a customer, or for the platform itself (`null`), and emits the events of each new
 * account. Skips currencies that already have one. Returns the new accounts.
 */
export async function provisionAccounts(
  context: WorkContext,
  customerId: string | null,
  codes: readonly CurrencyCode[],
): Promise<InternalAccountRow[]> {
  const wanted = await Promise.all(
    codes.map(async (code) => newAccount(context, customerId, code, await describe(context, code))),
  );
  const opened = await insertMissingAccounts(context.unit, wanted);
  for (const account of opened) await finishOpening(context, account);
  return opened;
}

/** The description of a token of the platform; `null` for a currency of the specification. */
async function describe({ unit, tenant }: WorkContext, code: CurrencyCode): Promise<InternalAccountRow['token']> {
  if (isCurrencyCode(code)) return null;
  const token = await findToken(unit, tenant, code);
  if (token === undefined) throw new Error(`the platform has no token ${code}`);
  return token.description;
}

/** Opens the wallet of an account that has one. Emits the events of the account once it can be used. */
async function finishOpening(context: WorkContext, account: InternalAccountRow): Promise<void> {
  const { unit, tenant, now, deps } = context;
  const { id } = account;
  if (account.status === 'PENDING') return setTimer(unit, { tenant, kind: openingTimers, id }, now);
  const open = openAtOnce(deps);
  if (account.type === 'EMBEDDED_WALLET' && open !== undefined) await storeOpenedWallet(context, account, open());
  emitAccountEvents(context, account, openingEvents);
}

/** Opens a wallet at once; `undefined` if the custodian opens wallets later or is not configured. */
function openAtOnce({ custody }: Deps): Deps['custody']['open'] {
  return isConfigured(custody) ? custody.open : undefined;
}

function typeOf(customerId: string | null, code: CurrencyCode): InternalAccountType {
  // The platform has no device to sign with, so the service keeps its own holdings.
  if (customerId !== null && walletCurrencies.some((currency) => currency === code)) return 'EMBEDDED_WALLET';
  return isFiat(code) ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO';
}

function newAccount(
  { tenant, now, deps }: WorkContext,
  customerId: string | null,
  code: CurrencyCode,
  token: InternalAccountRow['token'],
): InternalAccountRow {
  const type = typeOf(customerId, code);
  const isWallet = type === 'EMBEDDED_WALLET';
  const takesTime = isWallet && openAtOnce(deps) === undefined;
  return {
    tenant,
    id: deps.ids.next('InternalAccount'),
    customer_id: customerId,
    type,
    status: mustMove('internal-account', null, takesTime ? 'CREATE_PENDING' : 'CREATE_ACTIVE').to,
    currency: code,
    token,
    reference: newPaymentReference(deps.random),
    balance_minor: 0n,
    held_minor: 0n,
    sent_on: null,
    sent_minor: 0n,
    entered_at: null,
    is_private: isWallet ? 0 : null,
    sequence: takesTime ? 0 : openingEvents.length,
    created_at: now,
    updated_at: now,
  };
}
