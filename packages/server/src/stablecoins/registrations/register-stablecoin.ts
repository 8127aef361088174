import type { StablecoinRegisterRequest } from '@payments-platform/types';
import {
  type AccessProblem,
  isAccessProblem,
  type ProviderProblem,
  type TokenMetadata,
} from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { isCurrencyCode } from '../../ground/money/currency.ts';
import {
  afterRequest,
  type Call,
  type ExternalCall,
  type Handler,
  isRefusal,
  type Outcome,
  type Refusal,
  recorded,
  refuse,
} from '../../operation/operation.ts';
import { accessOf, lockProviderAccount } from '../provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import { deactivateLink, refuseUnusableLink } from '../provider-accounts/usable-link.ts';
import { type ChoiceRefusal, chooseLink } from './choose-link.ts';
import { followIssuance } from './follow-issuance.ts';
import { viewStablecoin } from './stablecoin-view.ts';
import { findTaken, insertUnlessTaken, newStablecoin, type TakenName } from './stablecoins-repository.ts';

type Refused = ChoiceRefusal | Refusal<'STABLECOIN_VERIFICATION_FAILED' | 'STABLECOIN_PROVIDER_ERROR'>;

interface Answer {
  readonly link: ProviderAccountRow;
  /** The provider's data of the token, or its refusal of access over the link. */
  readonly token: TokenMetadata | AccessProblem;
}

/**
 * The provider is called while no unit is open. The refusals come in the order in which the specification lists the
 * checks.
 */
export const registerStablecoin: Handler<'registerStablecoin'> = afterRequest(readToken, async (call, answer) => {
  if (isRefusal(answer)) return answer;
  const { link, token } = answer;
  return 'kind' in token ? recorded(await deactivateLink(call, link, token)) : record(call, link, token);
});

async function readToken({
  input: { body },
  tenant,
  deps,
}: ExternalCall<'registerStablecoin'>): Promise<Answer | Refused> {
  const link = await deps.database.read((unit) => chooseLink(unit, tenant, body.stablecoinProviderAccountId));
  if (isRefusal(link)) return link;
  const found = await deps.stablecoinProvider.readToken(accessOf(link), body);
  if (isAccessProblem(found)) return { link, token: found };
  if (found.kind === 'UNKNOWN_TOKEN') return unknownToken(body);
  if (found.kind !== 'TOKEN') return refuseProvider(found);
  return isUsable(found.token) ? { link, token: found.token } : unknownToken(body);
}

/** Whether the token represents a currency that the service supports, with decimals that the ledger can hold. */
function isUsable({ baseCurrency, decimals }: TokenMetadata): boolean {
  return isCurrencyCode(baseCurrency) && Number.isInteger(decimals) && decimals >= 0 && decimals <= 18;
}

function unknownToken({ network }: StablecoinRegisterRequest): Refusal<'STABLECOIN_VERIFICATION_FAILED'> {
  return refuse(
    'STABLECOIN_VERIFICATION_FAILED',
    `The provider has no token with these identifiers on ${network} that can be registered. Check providerTokenIdentifier and networkTokenIdentifier.`,
  );
}

function refuseProvider(problem: Exclude<ProviderProblem, AccessProblem>) {
  const what = problem.kind === 'UNREACHABLE' ? 'The provider cannot be reached now' : problem.said.replace(/\.$/, '');
  return refuse(
    'STABLECOIN_PROVIDER_ERROR',
    `${what}. Nothing was registered. Repeat the request later with the same Idempotency-Key.`,
  );
}

async function record(
  call: Call<'registerStablecoin'>,
  { id }: ProviderAccountRow,
  token: TokenMetadata,
): Promise<Outcome<'registerStablecoin'>> {
  const { unit, tenant, caller, input } = call;
  const link = await lockProviderAccount(unit, tenant, id);
  if (link === undefined) throw new Error(`${id} was removed while a token was read over it`);
  // The link may have been withdrawn during the call.
  const refusal = refuseUnusableLink(link);
  if (refusal !== undefined) return refusal;
  const row = newStablecoin(call, { ...input.body, ...token, link });
  const taken = (await findTaken(unit, row)) ?? (await insertUnlessTaken(unit, row));
  if (taken !== undefined) return refuseTaken(taken, token);
  followIssuance(call, row.id);
  return { status: 201, body: viewStablecoin(row, caller) };
}

function refuseTaken(taken: TakenName, { symbol }: TokenMetadata) {
  if (taken === 'SYMBOL')
    return refuse(
      'STABLECOIN_SYMBOL_ALREADY_EXISTS',
      `A stablecoin with the symbol ${symbol} is already registered. Register a token with another symbol.`,
    );
  return refuse(
    'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS',
    'A stablecoin with this token identifier is already registered. Find it with GET /stablecoins.',
  );
}
