import type { CreatedSandboxWorld } from '@payments-platform/types';
import { viewToken } from '../../access/tokens/token-view.ts';
import type { MadeWorld } from './make-world.ts';
import { viewWorld } from './world-view.ts';

/** The only response with the secret of the token. */
export function viewCreatedWorld({ row, issued, webhookPublicKey, clock }: MadeWorld): CreatedSandboxWorld {
  const { now, scale, isFrozen } = clock;
  return {
    ...viewWorld(row),
    token: { ...viewToken(issued.token), clientSecret: issued.clientSecret },
    webhookPublicKey,
    clock: { now, scale, isFrozen },
  };
}
