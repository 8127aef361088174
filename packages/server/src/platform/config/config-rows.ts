import type { Selectable } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';

/** One supported currency of a platform as it is stored. */
export type PlatformCurrencyRow = Selectable<Schema['platform_currencies']>;

/** One standing platform fee as it is stored; both parts 0 mean that it is switched off. */
export type FeeConfigRow = Selectable<Schema['fee_configs']>;
