/** The number of units after which a store is first checked, and the factor to each later check. */
const firstUnits = 100;
const growth = 4;

/** Tables with more than twice the pages that PostgreSQL plans with. */
const findGrown = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    AND pg_relation_size(oid) > 2 * relpages * current_setting('block_size')::bigint`;

type RunQuery = (text: string) => Promise<readonly { readonly name: string }[]>;

/**
 * Has growing tables analysed in time. Statements keep the plans of their first runs, when the store was empty and
 * every index equally good, until their tables are analysed. Autovacuum does that a minute later, and until then
 * statements scan all data of a platform.
 */
export class YoungStatistics {
  readonly #query: RunQuery;
  #units = 0;
  #nextAt = firstUnits;
  /** Resolves when no check is running. It never fails, since statistics are only an optimisation. */
  renewed: Promise<void> = Promise.resolve();

  constructor(query: RunQuery) {
    this.#query = query;
  }

  /** Counts a finished unit. */
  count(): void {
    this.#units += 1;
    if (this.#units < this.#nextAt) return;
    this.#nextAt *= growth;
    this.renewed = this.renewed.then(() => this.#renew()).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const names = (await this.#query(findGrown)).map(({ name }) => name);
    // Tables that another process analyses at the moment are skipped.
    if (names.length > 0) await this.#query(`ANALYZE (SKIP_LOCKED) ${names.join(', ')}`);
  }
}
