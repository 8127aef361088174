/** How many connections a process may have. */
export type PoolSize =
  /** Exactly so many. */
  | { readonly connections: number }
  /** Its share of what the server lets in, when so many processes share the database. */
  | { readonly processes: number };

/** Looks for due work, deliveries, requests and their log go on side by side, and none may wait for all others. */
export const leastConnections = 4;
