import type { Manifest } from '../../operation/manifest.ts';
import { listInternalAccountEntries } from './list-internal-account-entries.ts';

export const manifest = { operations: { listInternalAccountEntries } } satisfies Manifest;
