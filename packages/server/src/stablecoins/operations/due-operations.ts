import { dueTimers } from '../../engines/due-work/due-timers.ts';
import {
  isAccessProblem,
  isProviderProblem,
  type ProviderProblem,
} from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { Deps, ServerDeps, WorkContext } from '../../operation/deps.ts';
import { accessOf } from '../provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import { deactivateLink } from '../provider-accounts/usable-link.ts';
import { findLinkedStablecoin } from '../registrations/find-stablecoin.ts';
import { discardOperation, recordBegun, recordReport, scheduleNext } from './move-operation.ts';
import { findNotedOperation, lockOperation, operationTimers } from './operations-repository.ts';
import type { StablecoinOperationRow } from './tables.ts';
import { orderOf } from './token-order.ts';

/** How long to wait before the next call to a provider that could not answer. */
const restMs = minuteMs;

/** Polls providers about mints and burns, and withdraws operations that were noted but not accepted in time. */
export const dueOperations = dueTimers<StablecoinOperationRow, ServerDeps>({
  kind: operationTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findNotedOperation,
  work: async (server, row) => {
    const deps = await server.forTenant(row.tenant);
    const found = await deps.database.read((unit) => findLinkedStablecoin(unit, row.tenant, row.stablecoin_id));
    if (found === undefined) throw new Error(`${row.id} has lost its stablecoin ${row.stablecoin_id}`);
    const [access, order] = [accessOf(found.link), orderOf(row, found.stablecoin)];
    const { stablecoinProvider: provider } = deps;
    const now = deps.clock.now();
    if (row.status === 'CREATED') {
      const report = await provider.withdraw(access, order, now);
      if (report.kind === 'WITHDRAWN') await recordOn(deps, row, discardOperation);
      else if (report.kind === 'BEGUN')
        await recordOn(deps, row, (context, noted) => recordBegun(context, noted, report));
      else await askLater(deps, row, found.link, report);
      return;
    }
    const report = await provider.poll(access, order, now);
    if (isProviderProblem(report)) await askLater(deps, row, found.link, report);
    else await recordOn(deps, row, (context, locked) => recordReport(context, locked, report));
  },
});

/** Records a report, unless the status has changed since the call. In that case the change has set the timer. */
function recordOn(
  deps: Deps,
  { tenant, id, status }: StablecoinOperationRow,
  record: (context: WorkContext, row: StablecoinOperationRow) => Promise<unknown>,
): Promise<void> {
  return deps.database.transaction(async (unit) => {
    const row = await lockOperation(unit, tenant, id);
    if (row?.status === status) await record({ unit, tenant, now: deps.clock.now(), deps }, row);
  });
}

/** If the provider cannot report on an operation, it neither expires nor fails. */
async function askLater(
  deps: Deps,
  row: StablecoinOperationRow,
  link: ProviderAccountRow,
  problem: ProviderProblem,
): Promise<void> {
  if (problem.kind === 'PROVIDER_ERROR')
    throw new Error(`the provider returned an error for ${row.id}: ${problem.said}`);
  await recordOn(deps, row, async (context) => {
    if (isAccessProblem(problem)) await deactivateLink(context, link, problem);
    scheduleNext(context, row.id, plusMs(context.now, restMs));
  });
}
