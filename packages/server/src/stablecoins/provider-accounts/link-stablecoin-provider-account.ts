import { isAccessProblem, type ProviderProblem } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import {
  afterRequest,
  type Call,
  type ExternalCall,
  type Handler,
  isRefusal,
  type Outcome,
  type Refusal,
  refuse,
  refuseFields,
} from '../../operation/operation.ts';
import { viewProviderAccount } from './provider-account-view.ts';
import { insertLink, lockLinkOf, newLink, renewLink } from './provider-accounts-repository.ts';

type Linking = Call<'linkStablecoinProviderAccount'>;

type CredentialsRefusal = Refusal<
  'INVALID_INPUT' | 'STABLECOIN_PROVIDER_ACCOUNT_INVALID' | 'STABLECOIN_PROVIDER_ERROR'
>;

/** The credentials are tried while no unit is open. If they do not work, nothing is stored. */
export const linkStablecoinProviderAccount: Handler<'linkStablecoinProviderAccount'> = afterRequest(
  findAccount,
  async (call, account) => (isRefusal(account) ? account : record(call, account.id)),
);

async function findAccount({
  input: { body },
  deps,
}: ExternalCall<'linkStablecoinProviderAccount'>): Promise<{ readonly id: string } | CredentialsRefusal> {
  const { apiClientId, apiClientSecret, providerAccountId } = body;
  const found = await deps.stablecoinProvider.findAccounts({ apiClientId, apiClientSecret });
  return found.kind === 'ACCOUNTS' ? chooseAccount(found.accountIds, providerAccountId) : refuseLink(found);
}

function chooseAccount(
  accountIds: readonly string[],
  wanted: string | undefined,
): { readonly id: string } | Refusal<'INVALID_INPUT'> {
  const [only, ...others] = accountIds;
  const field = 'providerAccountId';
  if (only === undefined)
    return refuseFields([{ field: 'apiClientId', message: 'These credentials do not open any account.' }]);
  if (wanted !== undefined) {
    if (accountIds.includes(wanted)) return { id: wanted };
    return refuseFields([
      { field, message: 'These credentials do not open this account. Check the account id and the credentials.' },
    ]);
  }
  if (others.length === 0) return { id: only };
  const names = accountIds.join(', ');
  return refuseFields([
    { field, message: `This field is required, because the credentials open more than one account: ${names}` },
  ]);
}

function refuseLink(problem: ProviderProblem): CredentialsRefusal {
  if (isAccessProblem(problem))
    return refuse(
      'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
      'The provider does not accept these credentials, so nothing was linked. Check the client id and the secret.',
    );
  const what = problem.kind === 'UNREACHABLE' ? 'The provider cannot be reached now' : problem.said.replace(/\.$/, '');
  return refuse(
    'STABLECOIN_PROVIDER_ERROR',
    `${what}. Nothing was linked. Repeat the request later with the same Idempotency-Key.`,
  );
}

async function record(call: Linking, providerAccountId: string): Promise<Outcome<'linkStablecoinProviderAccount'>> {
  const { unit, tenant, caller, input } = call;
  const { provider } = input.body;
  const known = await lockLinkOf(unit, { tenant, provider, provider_account_id: providerAccountId });
  if (known?.status === 'ACTIVE') return linkedAlready;
  if (known !== undefined)
    return { status: 201, body: viewProviderAccount(renewLink(call, known, input.body), caller) };
  const row = newLink(call, input.body, providerAccountId);
  try {
    await insertLink(unit, row);
  } catch (error) {
    // A concurrent request has linked it.
    if (error instanceof UniqueViolation && /_linked|provider_account_id/.test(error.rule)) return linkedAlready;
    throw error;
  }
  return { status: 201, body: viewProviderAccount(row, caller) };
}

const linkedAlready: Refusal<'CONFLICT'> = refuse(
  'CONFLICT',
  'This provider account is already linked and active. Find its id with GET /stablecoin-provider-accounts.',
);
