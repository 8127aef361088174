import type { Manifest } from '../../operation/manifest.ts';
import { getAvailableUmaProviders } from './get-available-uma-providers.ts';
import { getDiscoveries } from './get-discoveries.ts';
import { listVasps } from './list-vasps.ts';

export const manifest = {
  operations: {
    getAvailableUmaProviders,
    getDiscoveries,
    listVasps,
  },
} satisfies Manifest;
