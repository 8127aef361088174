import { type Instant, plusMs } from '../ground/clock/instant.ts';
import type { Database } from '../ground/database/database.ts';
import { fillDatabase, fillFolder } from './copy-data.ts';
import { type Rewound, rewind } from './rewind.ts';

export interface RewindRequest {
  /** The data folder of a sandbox, which may be running. */
  readonly dataFolder: string;
  /** A PostgreSQL database instead, which must not be in use. */
  readonly databaseUrl: string | undefined;
  /** A new folder, or the address of a new database. */
  readonly copyTo: string;
  /** How far back, or to which moment. Without either, the copy keeps its moment. */
  readonly back: { readonly durationMs: number } | { readonly to: Instant } | undefined;
  readonly platformId: string;
  readonly keepsWebhooks: boolean;
}

/** Copies the data of a sandbox and sets the clock of the copy back. */
export async function rewindCopy(request: RewindRequest): Promise<Rewound> {
  const { dataFolder, databaseUrl, copyTo, back, platformId, keepsWebhooks } = request;
  const aim = (now: Instant): Instant => {
    if (back === undefined) return now;
    return 'to' in back ? back.to : plusMs(now, -back.durationMs);
  };
  const fill = (copy: Database): Promise<Rewound> => rewind(copy, { platformId, aim, keepsWebhooks });
  return databaseUrl === undefined ? fillFolder(dataFolder, copyTo, fill) : fillDatabase(databaseUrl, copyTo, fill);
}
