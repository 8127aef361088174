import type { Manifest } from '../../operation/manifest.ts';
import { createStablecoinBurn } from './create-stablecoin-burn.ts';
import { createStablecoinMint } from './create-stablecoin-mint.ts';
import { dueOperations } from './due-operations.ts';
import { getStablecoinOperation } from './get-stablecoin-operation.ts';
import { listStablecoinOperations } from './list-stablecoin-operations.ts';
import { operationInvariants } from './operation-invariants.ts';

export const manifest = {
  operations: { createStablecoinBurn, createStablecoinMint, getStablecoinOperation, listStablecoinOperations },
  dueWork: [dueOperations],
  invariants: operationInvariants,
} satisfies Manifest;
