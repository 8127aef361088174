/** Names a transaction among those of all platforms: a copy of a platform has the same ids, so an id alone does not. */
export interface TransactionKey {
  readonly tenant: number;
  readonly id: string;
}

/** Comes before all that there are. */
export const beforeAll: TransactionKey = { tenant: -1, id: '' };
