/** How the infrastructure of the server is disturbed. */
export interface Disturbance {
  readonly does: string;
  readonly engines: readonly ('sqlite' | 'postgres')[];
  /** A small disk, which only root can create. */
  readonly needs?: 'DISK' | 'LOG_DISK';
}

export const disturbanceNames = ['cut', 'fast', 'immediate', 'postmaster', 'freeze', 'fill', 'log'] as const;

export type DisturbanceName = (typeof disturbanceNames)[number];

const onPostgres = ['postgres'] as const;
const onBoth = ['sqlite', 'postgres'] as const;

export const knownDisturbances: Readonly<Record<DisturbanceName, Disturbance>> = {
  cut: { does: 'ends all connections, several times', engines: onPostgres },
  fast: { does: 'restarts PostgreSQL as an operator does', engines: onPostgres },
  immediate: { does: 'restarts PostgreSQL as a crash does', engines: onPostgres },
  postmaster: { does: 'kills the first process of PostgreSQL, and starts it again', engines: onPostgres },
  freeze: { does: 'stops a process of the server for 8 seconds', engines: onBoth },
  fill: { does: 'fills the disk for 3 seconds (needs root)', engines: onBoth, needs: 'DISK' },
  log: {
    does: 'fills the disk of the write-ahead log for 3 seconds, and starts PostgreSQL again (needs root)',
    engines: onPostgres,
    needs: 'LOG_DISK',
  },
};
