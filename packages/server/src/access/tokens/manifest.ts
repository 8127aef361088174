import type { Manifest } from '../../operation/manifest.ts';
import { createToken } from './create-token.ts';
import { deleteTokenById } from './delete-token-by-id.ts';
import { getTokenById } from './get-token-by-id.ts';
import { listTokens } from './list-tokens.ts';

export const manifest = {
  operations: {
    createToken,
    deleteTokenById,
    getTokenById,
    listTokens,
  },
} satisfies Manifest;
