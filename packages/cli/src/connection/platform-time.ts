import { ApiError, orThrow, type PaymentsClient } from '@payments-platform/client';
import type { Surroundings } from '../surroundings.ts';

/** The current time of the platform. A sandbox has its own clock. */
export async function platformNow(client: PaymentsClient, { now }: Surroundings): Promise<Date> {
  try {
    return new Date((await orThrow(client.GET('/sandbox/clock'))).now);
  } catch (error) {
    // Production has no clock.
    if (error instanceof ApiError) return now();
    throw error;
  }
}
