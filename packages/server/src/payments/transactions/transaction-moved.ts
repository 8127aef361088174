/** Another unit changed the transaction after it was read; the losing work has nothing left to do. */
export class TransactionMoved extends Error {}

/** Returns the result of the work, or `undefined` if it lost; the caller must then let its unit roll back. */
export async function unlessMoved<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TransactionMoved) return undefined;
    throw error;
  }
}
