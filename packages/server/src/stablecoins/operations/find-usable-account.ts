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

/** What an external account is to be for an operation. */
export type Part = 'WALLET' | 'DEBITED_BANK' | 'PAID_BANK';

type AccountRefusal = Refusal<'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND' | 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED'>;

/** An external account that fits its part in an operation. */
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

/** The same words for an account of another platform, a deleted one and one that never was. */
function notFound(id: string): AccountRefusal {
  return refuse(
    'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
    `There is no external account ${id}. Check the id and the environment of your token.`,
  );
}

/** Nobody is left who could agree to a debit of a deleted customer, or get what is paid to one. */
async function misfitOfOwner(unit: Unit, { tenant, customer_id: id }: ExternalAccountRow): Promise<string | undefined> {
  const owner = id === null ? undefined : await findCustomer(unit, tenant, id);
  return owner?.isDeleted === true ? `belongs to ${owner.id}, who is deleted. Name another account.` : undefined;
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
    return `is no wallet on ${network}. Name one of type ${network}_WALLET.`;
  if (part !== 'WALLET' && kind !== 'BANK') return 'is no bank account. Name one.';
  if (part !== 'WALLET' && account.currency !== currency)
    return `is in ${account.currency}, and the stablecoin stands for ${currency}. Name a bank account in ${currency}.`;
  if (part === 'DEBITED_BANK' && !collects.includes('ACH')) return 'cannot be debited over ACH. Name another account.';
  if (account.status !== 'ACTIVE') return `is ${account.status}. Use it once it is ACTIVE, or name another one.`;
  return part === 'DEBITED_BANK' ? undebitable(account) : undefined;
}

/** What keeps a quote from pulling from the account keeps a provider from debiting it. */
function undebitable({ collection_status: status }: ExternalAccountRow): string | undefined {
  if (status === 'REFUSED') return 'was refused by its bank for good. Name another account.';
  if (status !== 'VALIDATING') return undefined;
  return 'is still being validated by its bank, which takes a few banking days. Use it after that, or name another one.';
}
