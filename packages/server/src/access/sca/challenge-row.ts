import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** A challenge as it is stored. */
export type ChallengeRow = Selectable<Schema['sca_challenges']>;
export type ChallengeKind = ChallengeRow['kind'];
