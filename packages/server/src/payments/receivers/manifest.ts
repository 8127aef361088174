import type { Manifest } from '../../operation/manifest.ts';
import { lookupExternalAccount } from './lookup-external-account.ts';
import { lookupUma } from './lookup-uma.ts';
import { dueLookups } from './sweep-lookups.ts';

export const manifest = {
  externalOperations: { lookupExternalAccount, lookupUma },
  dueWork: [dueLookups],
} satisfies Manifest;
