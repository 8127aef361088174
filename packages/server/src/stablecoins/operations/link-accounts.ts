import type { ErrorCode } from '@payments-platform/types';
import { isProviderProblem } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import type { AccountToLink, LinkProblem } from '../../engines/stablecoin-provider/token-operations.ts';
import type { Deps } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { accessOf } from '../provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import { findAddress, saveAddress } from './operations-repository.ts';
import { type ProblemRefusal, refuseProblem } from './provider-problem.ts';

type LinkCode = Extract<ErrorCode, `STABLECOIN_EXTERNAL_ACCOUNT_${string}` | 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED'>;
export type AccountLinkRefusal = Refusal<LinkCode> | ProblemRefusal;

/** The code and the reason of each problem. The reason is the end of a sentence that begins with the account. */
const problems = {
  NOT_LINKED: {
    code: 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED',
    reason: 'is no longer linked with the provider. Link it there, then repeat the request.',
  },
  METHOD_REQUIRED: {
    code: 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED',
    reason: 'can be linked in several ways. Link it at the provider yourself, then repeat the request.',
  },
  LINK_FAILED: {
    code: 'STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED',
    reason: 'could not be linked. Check its details, then repeat the request to try again.',
  },
  PROVIDER_LINK_REQUIRED: {
    code: 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED',
    reason: 'is unknown to the provider. Link it there, then repeat the request.',
  },
  PROVIDER_LINK_FAILED: {
    code: 'STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED',
    reason: 'was not accepted by the provider. Correct it there, then repeat the request to try again.',
  },
  SOURCE_NOT_LINKED: {
    code: 'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED',
    reason: 'cannot be debited by the provider. Link it there as a source of funds, or send another account.',
  },
} as const satisfies Readonly<Record<LinkProblem, { readonly code: LinkCode; readonly reason: string }>>;

interface LinkContext {
  readonly tenant: number;
  readonly deps: Deps;
}

/**
 * The provider's id for an account. It is requested at the first use and stored. Two concurrent first uses get the same
 * id.
 */
async function addressOf(
  { tenant, deps }: LinkContext,
  link: ProviderAccountRow,
  account: AccountToLink,
): Promise<string | AccountLinkRefusal> {
  const addressed = { tenant, link_id: link.id, account_id: account.accountId, role: account.role };
  const known = await deps.database.read((unit) => findAddress(unit, addressed));
  if (known !== undefined) return known;
  const report = await deps.stablecoinProvider.linkAccount(accessOf(link), account);
  if (report.kind === 'LINKED') {
    const row = { ...addressed, address_id: report.addressId, created_at: deps.clock.now() };
    await deps.database.transaction(async (unit) => saveAddress(unit, row));
    return report.addressId;
  }
  if (isProviderProblem(report)) return refuseProblem({ tenant, deps }, link, report);
  const { code, reason } = problems[report.kind];
  return refuse(code, `${account.accountId} ${reason}`);
}

/** The provider's ids for the accounts of an operation, the paying account first. */
export async function addressesOf(
  context: LinkContext,
  link: ProviderAccountRow,
  { debited, paid }: { readonly debited: AccountToLink | null; readonly paid: AccountToLink },
): Promise<{ readonly debited: string | null; readonly paid: string } | AccountLinkRefusal> {
  const debitedAddress = debited === null ? null : await addressOf(context, link, debited);
  if (debitedAddress !== null && typeof debitedAddress !== 'string') return debitedAddress;
  const paidAddress = await addressOf(context, link, paid);
  if (typeof paidAddress !== 'string') return paidAddress;
  return { debited: debitedAddress, paid: paidAddress };
}
