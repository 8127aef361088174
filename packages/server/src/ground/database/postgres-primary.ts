import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';
import { endsConnection } from './postgres-errors.ts';

/** Which PostgreSQL accepts the writes. Each promotion of a standby begins a timeline with a higher number. */
export interface Primary {
  readonly system: string;
  readonly timeline: number;
}

/** A standby, or a service that does not tell. */
const unknown: Primary = { system: '', timeline: 0 };

/** The control file has the timeline of the last checkpoint, which may be from before the promotion. */
const findPrimary = {
  text: `
  SELECT (SELECT system_identifier FROM pg_control_system())::text AS system,
         CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`,
  query_timeout: 5_000,
};

export async function readPrimary(client: pg.ClientBase): Promise<Primary> {
  try {
    const { system, timeline } = (await client.query(findPrimary)).rows[0] ?? {};
    return typeof timeline === 'string' ? { system, timeline: Number.parseInt(timeline, 16) } : unknown;
  } catch (error) {
    // Some services do not have these functions.
    if (error instanceof pg.DatabaseError && !endsConnection(error)) return unknown;
    throw error;
  }
}

/**
 * The primary to which this process writes. After a promotion the former one may still accept writes, behind the same
 * address or on connections that are still open: what it accepts is lost, so nothing is written to it any more.
 */
export class NewestPrimary {
  #newest = unknown;

  /** Whether an earlier connection still leads to the newest primary. */
  is(earlier: Primary): boolean {
    const newest = this.#newest;
    if (earlier === unknown || newest === unknown) return true;
    return earlier.system === newest.system && earlier.timeline === newest.timeline;
  }

  /** Notes where a new connection leads. Refuses a former primary. */
  note(found: Primary): void {
    if (found === unknown) return;
    const newest = this.#newest;
    if (found.system === newest.system && found.timeline < newest.timeline)
      throw new DatabaseUnavailable(
        'AWAY',
        `DATABASE_URL leads to a former primary on timeline ${found.timeline}, and this process has used timeline ${newest.timeline}: stop that primary, or restart the server if it is the right one`,
      );
    this.#newest = found;
  }
}
