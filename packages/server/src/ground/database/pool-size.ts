/** How many connections a process may have. */
export type PoolSize =
  /** Exactly this many. */
  | { readonly connections: number }
  /** Its share of the server's connections, if this many processes share the database. */
  | { readonly processes: number };

/** Due work, deliveries, requests and their log run in parallel, and none may wait for all others. */
export const leastConnections = 4;
