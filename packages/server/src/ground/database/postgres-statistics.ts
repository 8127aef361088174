/** Units after which a store is looked at for the first time, and how many times as many later for each further time. */
const firstUnits = 100;
const growth = 4;

/** Tables with more than twice the pages that PostgreSQL plans with. */
const findGrown = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    AND pg_relation_size(oid) > 2 * relpages * current_setting('block_size')::bigint`;

type Look = (text: string) => Promise<readonly { readonly name: string }[]>;

/**
 * Tells PostgreSQL in time that a store is not empty any more. Statements keep the plans of their first runs, when every
 * index was as good as any other, until their tables are analysed. Autovacuum does that a minute later, and by then
 * they go through all that a platform has.
 */
export class YoungStatistics {
  readonly #query: Look;
  #units = 0;
  #nextAt = firstUnits;
  /** Resolves when nothing of this is under way. It is advice only, so it never fails. */
  renewed: Promise<void> = Promise.resolve();

  constructor(query: Look) {
    this.#query = query;
  }

  /** A unit is over. */
  count(): void {
    this.#units += 1;
    if (this.#units < this.#nextAt) return;
    this.#nextAt *= growth;
    this.renewed = this.renewed.then(() => this.#renew()).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const names = (await this.#query(findGrown)).map(({ name }) => name);
    // What another process analyses at this moment is left to it.
    if (names.length > 0) await this.#query(`ANALYZE (SKIP_LOCKED) ${names.join(', ')}`);
  }
}
