/** Another unit changed the transaction after it was read; the work that lost has nothing left to do. */
export class TransactionMoved extends Error {}

/** What the work made, or `undefined` when it lost; the caller must then let its unit roll back. */
export async function unlessMoved<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TransactionMoved) return undefined;
    throw error;
  }
}
