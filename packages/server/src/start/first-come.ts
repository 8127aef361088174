import { UniqueViolation } from '../ground/database/database.ts';

/**
 * For what the first of several starting processes makes: a process that loses the race runs the work
 * again and finds what the winner has made.
 */
export async function firstCome<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueViolation) return work();
    throw error;
  }
}
