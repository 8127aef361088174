import { UniqueViolation } from '../ground/database/database.ts';

/**
 * Creates what the first of several starting processes creates. A process that loses the race runs the work again and
 * finds the winner's rows.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueViolation) return work();
    throw error;
  }
}
