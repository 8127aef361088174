import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** The latest challenge of an account, as it is stored. Its status does not say whether its time is over. */
export type ChallengeRow = Selectable<Schema['ownership_challenges']>;
