import type { Manifest } from '../../operation/manifest.ts';
import { ledgerInvariants } from './ledger-invariants.ts';

export const manifest = { invariants: ledgerInvariants } satisfies Manifest;
