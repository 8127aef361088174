import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import type { Manifest } from '../../operation/manifest.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { claimInvitation } from './claim-invitation.ts';
import { createInvitation } from './create-invitation.ts';
import { getInvitation } from './get-invitation.ts';
import { invitationInvariants } from './invitation-invariants.ts';
import { invitationPage } from './invitation-page.ts';

export const manifest = {
  operations: { createInvitation },
  externalOperations: { cancelInvitation, claimInvitation, getInvitation },
  invariants: [eventsAreNumbered('invitations'), ...invitationInvariants],
  shownPages: [invitationPage],
} satisfies Manifest;
