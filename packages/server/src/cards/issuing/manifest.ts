import type { Manifest } from '../../operation/manifest.ts';
import { cardInvariants } from './card-invariants.ts';
import { closeCardsOf } from './close-cards.ts';
import { createCard } from './create-card.ts';
import { getCardById } from './get-card-by-id.ts';
import { dueCards } from './issue-cards.ts';
import { listCards } from './list-cards.ts';
import { revealCard } from './reveal-card.ts';
import { updateCardById } from './update-card-by-id.ts';

export const manifest = {
  operations: { createCard, getCardById, listCards, revealCard, updateCardById },
  dueWork: [dueCards],
  lifeCycle: { beforeCustomerDeleted: closeCardsOf },
  invariants: cardInvariants,
} satisfies Manifest;
