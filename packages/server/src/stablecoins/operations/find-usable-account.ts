import { accountKind, accountRoute } from '../../accounts/external/account-facts.ts';
import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import type { ExternalAccountRow } from '../../accounts/external/tables.ts';
import type { AccountToLink } from '../../engines/stablecoin-provider/token-operations.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import type { StablecoinRow } from '../registrations/tables.ts';
import type { PlanContext } from './operation-plan.ts';

/** The part of an external account in an operation. */
export type Part = 'WALLET' | 'DEBITED_BANK' | 'PAID_BANK';

type AccountRefusal = Refusal<'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND' | 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED'>;

/** Returns an external account that fits its part in an operation, or a refusal. */
export async function findUsableAccount(
  { unit, tenant }: PlanContext,
  id: string,
  part: Part,
  stablecoin: StablecoinRow,
): Promise<AccountToLink | AccountRefusal> {
  const account = await findExternalAccount(unit, tenant, id);
  if (account === undefined) return notFound(id);
  const misfit = (await misfitOfOwner(unit, account)) ?? misfitOf(account, part, stablecoin);
  if (misfit !== undefined) return refuse('STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED', `${id} ${misfit}`);
  return {
    accountId: id,
    role: part === 'DEBITED_BANK' ? 'DEBITED' : 'PAID',
    identifier: account.identifier,
    accountInfo: readJson(account.account_info),
  };
}

/** The refusal is the same for an account of another platform, a deleted one and one that never existed. */
function notFound(id: string): AccountRefusal {
  return refuse(
    'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
    `There is no external account ${id}. Check the id and the environment of your token.`,
  );
}

/** A deleted customer can neither agree to a debit nor receive a payment. */
async function misfitOfOwner(unit: Unit, { tenant, customer_id: id }: ExternalAccountRow): Promise<string | undefined> {
  const owner = id === null ? undefined : await findCustomer(unit, tenant, id);
  return owner?.isDeleted === true ? `belongs to ${owner.id}, who is deleted. Send another account.` : undefined;
}

/** Why an account does not fit, as the end of a sentence that begins with its id. */
function misfitOf(
  account: ExternalAccountRow,
  part: Part,
  { network, base_currency: currency }: StablecoinRow,
): string | undefined {
  const { kind } = accountKind(account.account_type);
  const { network: accountNetwork, collects } = accountRoute(account);
  if (part === 'WALLET' && (kind !== 'WALLET' || accountNetwork !== network))
    return `is not a wallet on ${network}. Send one of type ${network}_WALLET.`;
  if (part !== 'WALLET' && kind !== 'BANK') return 'is not a bank account. Send one.';
  if (part !== 'WALLET' && account.currency !== currency)
    return `is in ${account.currency}, but the stablecoin represents ${currency}. Send a bank account in ${currency}.`;
  if (part === 'DEBITED_BANK' && !collects.includes('ACH')) return 'cannot be debited over ACH. Send another account.';
  if (account.status !== 'ACTIVE') return `is ${account.status}. Use it once it is ACTIVE, or send another one.`;
  return part === 'DEBITED_BANK' ? undebitable(account) : undefined;
}

/** An account that cannot be debited for a quote cannot be debited by a provider either. */
function undebitable({ collection_status: status }: ExternalAccountRow): string | undefined {
  if (status === 'REFUSED') return 'was permanently refused by its bank. Send another account.';
  if (status !== 'VALIDATING') return undefined;
  return 'is still being validated by its bank, which takes a few banking days. Use it after that, or send another one.';
}
