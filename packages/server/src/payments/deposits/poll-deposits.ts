import { outcomeOf } from '../../engines/due-work/due-timers.ts';
import type { DueWork, Report } from '../../engines/due-work/due-work.ts';
import { listTroubledWork, type Outcome, recordOutcomes } from '../../engines/due-work/troubled-work.ts';
import type { Arrival } from '../../engines/funding/funding.ts';
import { earliestOf } from '../../ground/clock/instant.ts';
import type { Deps, ServerDeps } from '../../operation/deps.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';
import { TransactionMoved } from '../transactions/transaction-moved.ts';
import { findPayee, type Payee } from './find-payee.ts';
import { receiveDeposit } from './receive-deposit.ts';

/**
 * Polls for money that came in, records it, and only then acknowledges it. An arrival with an unknown reference, or
 * one that cannot be recorded, is not acknowledged, so it is reported again.
 */
export const dueDeposits: DueWork<ServerDeps> = {
  name: 'arrivals',
  work: async (server, report) => {
    let received = 0;
    for (const deps of watched(server)) received += await pollDeposits(deps, report);
    return received;
  },
  nextDueAt: async (_unit, server) => {
    return earliestOf(watched(server).map(({ funding }) => funding.nextPollAt()));
  },
};

/** The deps that watch accounts, one for each environment. */
function watched(server: ServerDeps): Deps[] {
  const worlds = (['SANDBOX', 'PRODUCTION'] as const).map((environment) => server.forEnvironment(environment));
  return worlds.filter(({ funding }) => isConfigured(funding));
}

/** Returns how many arrivals were received. */
async function pollDeposits(deps: Deps, report: Report): Promise<number> {
  const pollAt = deps.funding.nextPollAt();
  if (pollAt === undefined || pollAt > deps.clock.now()) return 0;
  const troubled = await deps.database.read((unit) => listTroubledWork(unit, 'arrivals'));
  const waiting = new Set(
    troubled
      .filter(({ tenant, retry_at }) => retry_at === null || retry_at > deps.clocks.of(tenant).now())
      .map(({ id }) => id),
  );
  const received: string[] = [];
  const outcomes: Outcome[] = [];
  for (const arrival of await deps.funding.arrivals()) {
    const payee = await deps.database.read((unit) => findPayee(unit, arrival.reference));
    if (payee === undefined || waiting.has(arrival.arrivalId)) continue;
    const key = { tenant: payee.tenant, id: arrival.arrivalId };
    const outcome = await outcomeOf(key, async () => {
      if (await receive(deps, payee, arrival)) received.push(arrival.arrivalId);
    });
    outcomes.push(outcome);
  }
  await recordOutcomes(deps, 'arrivals', outcomes, report);
  await deps.funding.acknowledge(received);
  return received.length;
}

async function receive(deps: Deps, payee: Payee, arrival: Arrival): Promise<boolean> {
  const { tenant } = payee;
  // Simulated money never pays a production platform, whatever its reference.
  const own = await deps.forTenant(tenant);
  if (own.funding !== deps.funding) return false;
  try {
    await deps.database.transaction((unit) =>
      receiveDeposit({ unit, tenant, now: own.clock.now(), deps: own }, payee, arrival),
    );
    return true;
  } catch (error) {
    // Another process changed the payment; the arrival is reported again.
    if (error instanceof TransactionMoved) return false;
    throw error;
  }
}
