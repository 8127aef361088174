import type { Manifest } from '../../operation/manifest.ts';
import { getPlatformConfig } from './get-platform-config.ts';
import { updatePlatformConfig } from './update-platform-config.ts';

export const manifest = {
  operations: {
    getPlatformConfig,
    updatePlatformConfig,
  },
} satisfies Manifest;
