import type { Manifest } from '../../operation/manifest.ts';
import { dueEnablements } from './enable-service-operations.ts';
import { dueIssuances } from './follow-issuance.ts';
import { getStablecoin } from './get-stablecoin.ts';
import { listStablecoins } from './list-stablecoins.ts';
import { registerStablecoin } from './register-stablecoin.ts';
import { requestStablecoinEnablement } from './request-stablecoin-enablement.ts';
import { stablecoinInvariants } from './stablecoin-invariants.ts';

export const manifest = {
  operations: { getStablecoin, listStablecoins, registerStablecoin, requestStablecoinEnablement },
  dueWork: [dueIssuances, dueEnablements],
  invariants: stablecoinInvariants,
} satisfies Manifest;
