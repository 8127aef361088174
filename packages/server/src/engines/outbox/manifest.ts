import type { Manifest } from '../../operation/manifest.ts';
import { outboxInvariants } from './outbox-invariants.ts';

export const manifest = { invariants: outboxInvariants } satisfies Manifest;
