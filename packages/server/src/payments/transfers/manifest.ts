import type { Manifest } from '../../operation/manifest.ts';
import { createTransferIn } from './create-transfer-in.ts';
import { createTransferOut } from './create-transfer-out.ts';

export const manifest = {
  operations: {
    createTransferIn,
    createTransferOut,
  },
} satisfies Manifest;
