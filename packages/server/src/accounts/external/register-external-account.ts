import type { NameCheck } from '../../engines/directory/directory.ts';
import { setTimer } from '../../engines/due-work/timers.ts';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { digestText } from '../../ground/database/sealed-columns.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { isConfigured, requireAdapter } from '../../operation/ports/missing-adapter.ts';
import { findCurrencyTerms } from '../../platform/config/currency-terms.ts';
import { type AccountRoute, routeOf } from './account-facts.ts';
import { beneficiaryName } from './beneficiary-name.ts';
import type { CheckedAccount } from './check-account.ts';
import { clearDefaultDeposit, insertUnlessEquivalent, validationTimers } from './external-account-repository.ts';
import { viewExternalAccount } from './external-account-view.ts';
import type { Owner } from './find-owner.ts';
import { fingerprintOf } from './fingerprint.ts';
import { refuseUnknownBank, refuseUnknownProvider } from './known-names.ts';
import { isSelfCustodyWallet } from './self-custody.ts';
import type { ExternalAccountRow } from './tables.ts';

export type RegistrationRefusal = Refusal<'INVALID_INPUT' | 'INVALID_BANK_ACCOUNT' | 'DUPLICATE_EXTERNAL_ACCOUNT'>;

/** The names of wallet owners are not checked, and no name is checked without a bank directory. */
const notChecked: NameCheck = { status: null, verifiedName: null };

/** Registers the account for its owner and emits its event. */
export async function registerExternalAccount(
  context: WorkContext,
  account: CheckedAccount,
  owner: Owner,
): Promise<ExternalAccountRow | RegistrationRefusal> {
  const { unit, tenant, now, deps } = context;
  const { kind, info } = account;
  const unknown = refuseUnknownBank(context, account) ?? refuseUnknownProvider(context, account);
  const refusal = unknown ?? (await refuseAnonymousWallet(context, account));
  if (refusal !== undefined) return refusal;
  // An account that cannot be paid is not registered.
  requireAdapter(deps.rails);
  const isAsked = kind.kind === 'BANK' && isConfigured(deps.directory);
  const { identifier } = routeOf(kind, info);
  const nameCheck = isAsked ? deps.directory.checkName(identifier, beneficiaryName(info)) : notChecked;
  if (nameCheck === undefined) {
    return refuse(
      'INVALID_BANK_ACCOUNT',
      'The bank does not know this account. Check its details with the beneficiary.',
    );
  }
  const validation = validationOf(context, routeOf(kind, info));
  const row = newRow(context, account, owner, { nameCheck, validation });
  if (row.is_default_uma_deposit === 1) await clearDefaultDeposit(unit, { tenant, now, ...owner });
  const insertion = await insertUnlessEquivalent(unit, row);
  if (insertion.outcome === 'EQUIVALENT') return refuseEquivalent(insertion.id);
  if (validation.pollAt !== null) setTimer(unit, { tenant, kind: validationTimers, id: row.id }, validation.pollAt);
  if (row.sequence > 0) {
    const event = { resourceId: row.id, sequence: row.sequence, data: viewExternalAccount(row) };
    appendEvents({ unit, tenant, now, ids: deps.ids }, [{ type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', ...event }]);
  }
  return row;
}

/** The id lets a caller that lost the first response continue with the account. */
function refuseEquivalent(id: string | undefined): Refusal<'DUPLICATE_EXTERNAL_ACCOUNT'> {
  const registered = 'This owner has already registered the same account.';
  if (id === undefined) {
    return refuse('DUPLICATE_EXTERNAL_ACCOUNT', `${registered} List the external accounts and use that one.`);
  }
  return refuse('DUPLICATE_EXTERNAL_ACCOUNT', `${registered} Use ${id}.`, { externalAccountId: id });
}

function newRow(
  context: WorkContext,
  account: CheckedAccount,
  { customerId }: Owner,
  { nameCheck, validation }: { readonly nameCheck: NameCheck; readonly validation: Validation },
): ExternalAccountRow {
  const { tenant, now, deps } = context;
  const { request, kind, info } = account;
  const opening = mustMove('external-account', null, openingTrigger(account));
  return {
    tenant,
    id: deps.ids.next('ExternalAccount'),
    customer_id: customerId,
    status: opening.to,
    currency: currencyCode(request.currency),
    account_type: kind.accountType,
    identifier: routeOf(kind, info).identifier,
    fingerprint: fingerprintOf(account, customerId, request.currency, (text) =>
      deps.sealer.digest(digestText(tenant, text)),
    ),
    platform_account_id: request.platformAccountId ?? null,
    ownership_type: request.ownershipType ?? null,
    is_default_uma_deposit: request.defaultUmaDepositAccount === true ? 1 : 0,
    beneficiary_verification_status: nameCheck.status,
    beneficiary_verified_name: nameCheck.verifiedName,
    account_info: writeJson(info),
    trusted_at: null,
    sequence: opening.event === undefined ? 0 : 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    collection_status: validation.status,
  };
}

interface Validation {
  readonly status: ExternalAccountRow['collection_status'];
  /** When to poll the bank; `null` if there is nothing to poll. */
  readonly pollAt: Instant | null;
}

/** Only accounts that their bank has validated can be debited. Some banks validate at once. */
function validationOf({ now, deps }: WorkContext, { identifier, collects }: AccountRoute): Validation {
  if (collects.length === 0 || !isConfigured(deps.collections)) return { status: null, pollAt: null };
  const pollAt = deps.collections.firstValidationPollAt(identifier, now);
  return { status: pollAt === null ? 'VALIDATED' : 'VALIDATING', pollAt };
}

/**
 * The first status of the account. A bank account is active at once, because the sandbox's bank answers at once. A
 * wallet whose keys the customer holds waits until the customer has proved that.
 */
function openingTrigger({ request, kind, info }: CheckedAccount): 'CREATE_ACTIVE' | 'CREATE_UNOWNED' {
  return request.ownershipType === 'FIRST_PARTY' && isSelfCustodyWallet(kind, info)
    ? 'CREATE_UNOWNED'
    : 'CREATE_ACTIVE';
}

/**
 * A platform that must know its counterparties has to name the wallet's owner, unless the wallet is the customer's own.
 */
async function refuseAnonymousWallet(
  { unit, tenant }: WorkContext,
  { request, kind, info }: CheckedAccount,
): Promise<Refusal<'INVALID_INPUT'> | undefined> {
  const isWallet = kind.network !== null && kind.network !== 'LIGHTNING';
  if (!isWallet || request.ownershipType === 'FIRST_PARTY' || info['beneficiary'] !== undefined) return undefined;
  const terms = await findCurrencyTerms(unit, tenant, currencyCode(request.currency));
  if (terms?.counterpartyRules.some(({ mandatory }) => mandatory) !== true) return undefined;
  const own = request.ownershipType === undefined ? ', or declare it FIRST_PARTY with ownershipType' : '';
  const message = `Name the owner of the wallet${own}: your platform requires counterparty information in ${request.currency}.`;
  return refuseFields([{ field: 'accountInfo.beneficiary', message }]);
}
