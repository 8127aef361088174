/** Identifies a transaction among all platforms: a copy of a platform has the same ids, so an id alone does not. */
export interface TransactionKey {
  readonly tenant: number;
  readonly id: string;
}

/** Precedes every key. */
export const beforeAll: TransactionKey = { tenant: -1, id: '' };
