import type { Manifest } from '../../operation/manifest.ts';
import { cardInvariants } from './card-invariants.ts';
import { closeCardsOf } from './close-cards.ts';

export const manifest = {
  lifeCycle: { beforeCustomerDeleted: closeCardsOf },
  invariants: cardInvariants,
} satisfies Manifest;
