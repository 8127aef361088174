import { ledgerInvariants } from './ledger-invariants.ts';

export const manifest = { invariants: ledgerInvariants };
