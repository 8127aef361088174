import { outboxInvariants } from './outbox-invariants.ts';

export const manifest = { invariants: outboxInvariants };
