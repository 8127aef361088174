import { ApiError, orThrow, type PaymentsClient } from '@payments-platform/client';
import type { Surroundings } from '../surroundings.ts';

/** What the platform takes for the present: a sandbox has a clock of its own. */
export async function platformNow(client: PaymentsClient, { now }: Surroundings): Promise<Date> {
  try {
    return new Date((await orThrow(client.GET('/sandbox/clock'))).now);
  } catch (error) {
    // Production has none.
    if (error instanceof ApiError) return now();
    throw error;
  }
}
