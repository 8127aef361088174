import { isAccessProblem, type ProviderProblem } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import type { Deps } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import { deactivateLink, type LinkRefusal } from '../provider-accounts/usable-link.ts';

export type ProblemRefusal = Refusal<'STABLECOIN_PROVIDER_ERROR' | 'SERVICE_UNAVAILABLE'> | LinkRefusal;

const retryAfterSeconds = 30;

/** The refusal if the provider cannot be reached. It may be reachable again soon. */
export const unreachable: Refusal<'SERVICE_UNAVAILABLE'> = {
  ...refuse(
    'SERVICE_UNAVAILABLE',
    'The provider of the stablecoin cannot be reached now. Nothing was created. Repeat the request with the same Idempotency-Key.',
  ),
  retryAfterSeconds,
};

interface Used {
  readonly tenant: number;
  readonly deps: Deps;
}

/** Refuses because of a problem of the provider. If the provider refused access, the link is marked as not working. */
export async function refuseProblem(
  { tenant, deps }: Used,
  link: ProviderAccountRow,
  problem: ProviderProblem,
): Promise<ProblemRefusal> {
  if (isAccessProblem(problem)) {
    const now = deps.clock.now();
    return deps.database.transaction((unit) => deactivateLink({ unit, tenant, now }, link, problem));
  }
  if (problem.kind === 'UNREACHABLE') return unreachable;
  return refuse('STABLECOIN_PROVIDER_ERROR', `The provider refused: ${problem.said}`, { said: problem.said });
}
