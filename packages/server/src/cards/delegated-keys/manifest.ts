import type { Manifest } from '../../operation/manifest.ts';
import { createDelegatedKey } from './create-delegated-key.ts';
import { delegatedKeyInvariants } from './delegated-key-invariants.ts';
import { getDelegatedKeyById } from './get-delegated-key-by-id.ts';
import { listDelegatedKeys } from './list-delegated-keys.ts';
import { revokeDelegatedKey } from './revoke-delegated-key.ts';
import { revokeDetached } from './revoke-detached.ts';

export const manifest = {
  operations: { createDelegatedKey, getDelegatedKeyById, listDelegatedKeys, revokeDelegatedKey },
  lifeCycle: { onFundingSourcesDetached: revokeDetached },
  invariants: delegatedKeyInvariants,
} satisfies Manifest;
