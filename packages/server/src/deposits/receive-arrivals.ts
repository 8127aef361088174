import type { Instant } from '../clock/instant.ts';
import type { Unit } from '../database/unit.ts';
import type { Deps } from '../deps.ts';
import type { Arrival } from '../funding/funding.ts';
import { TransactionMoved } from '../transactions/transaction-moved.ts';
import { findPayee } from './find-payee.ts';
import { receiveArrival } from './receive-arrival.ts';

export async function nextArrivalsAt(_unit: Unit, { funding }: Deps): Promise<Instant | undefined> {
  return funding.nextLookAt();
}

/**
 * Asks for money that came in, records it, and only then acknowledges it. What nobody shows the reference of
 * is left with those who told of it. Answers how many arrivals were received.
 */
export async function receiveArrivals(deps: Deps): Promise<number> {
  const lookAt = deps.funding.nextLookAt();
  if (lookAt === undefined || lookAt > deps.clock.now()) return 0;
  const received: string[] = [];
  for (const arrival of await deps.funding.arrivals()) {
    if (await receive(deps, arrival)) received.push(arrival.arrivalId);
  }
  await deps.funding.acknowledge(received);
  return received.length;
}

async function receive(deps: Deps, arrival: Arrival): Promise<boolean> {
  const payee = await deps.database.read((unit) => findPayee(unit, arrival.reference));
  if (payee === undefined) return false;
  try {
    const { tenant } = payee;
    await deps.database.transaction((unit) =>
      receiveArrival({ unit, tenant, now: deps.clock.now(), deps }, payee, arrival),
    );
    return true;
  } catch (error) {
    // Another process worked on the payment; the arrival is told again.
    if (error instanceof TransactionMoved) return false;
    throw error;
  }
}
