import { countGuess, moveGuesses, uncountGuess } from '../../engines/guesses/guesses.ts';
import { type Instant, minuteMs, secondsUntil } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { Deps, ServerDeps } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import type { Environment } from '../../operation/ports/ports.ts';
import { invitationDigest } from './invitation-code.ts';
import { findCodeHolder, readInvitation } from './invitations-repository.ts';
import type { InvitationRow } from './tables.ts';

/** With 32 bits, 30 attempts in ten minutes find no code, and a person who types codes may make mistakes. */
const limit = { most: 30, windowMs: 10 * minuteMs };

/** An invitation found by its code, of any platform. */
export interface FoundInvitation {
  readonly code: string;
  /** The platform that created it. */
  readonly tenant: number;
  readonly environment: Environment;
  /** With the clock of that platform, which decides when the invitation expires. */
  readonly deps: Deps;
  read(unit: Unit): Promise<InvitationRow>;
}

interface CodeAttempt {
  readonly code: string;
  /** Who tries; the attempts of one party are counted together. */
  readonly by: string;
  /** Codes of the other environment are unknown to this party; without it, those of both environments are known. */
  readonly environment?: Environment;
}

/**
 * Finds an invitation by its code. Each attempt is counted before it is made, in its own unit and in real time, so
 * that neither concurrency nor a refusal nor a moved clock avoids the count. A successful attempt is not counted.
 */
export async function findInvitation(
  server: ServerDeps,
  realNow: Instant,
  { code, by, environment: own }: CodeAttempt,
): Promise<FoundInvitation | Refusal<'INVITATION_NOT_FOUND' | 'RATE_LIMITED'>> {
  const { database, sealer, clocks } = server;
  const tried = triedBy(sealer, by);
  const blockedUntil = await database.transaction((unit) => countGuess(unit, tried, realNow, limit));
  if (blockedUntil !== undefined) {
    const reason = `Too many unknown codes were tried. Wait until ${blockedUntil}, and check the code with the person who received it.`;
    return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds: secondsUntil(blockedUntil, realNow) };
  }
  const digest = invitationDigest(sealer, code);
  const holder = await database.read((unit) => findCodeHolder(unit, digest));
  // An attempt that found a code of the other environment is also counted, so that the count does not reveal it.
  if (holder === undefined || (own !== undefined && holder.environment !== own)) return unknownInvitation();
  await database.transaction(async (unit) => uncountGuess(unit, tried));
  const { tenant, environment } = holder;
  clocks.learn(tenant, holder);
  const deps = server.forCaller(tenant, environment);
  return { code, tenant, environment, deps, read: (unit) => readInvitation(unit, tenant, digest) };
}

/** Who tries codes over the interface. */
export const platformOf = (tenant: number): string => `platform ${tenant}`;

function triedBy(sealer: Sealer, by: string): string {
  return sealer.digest(`invitation codes tried by ${by}`);
}

/** A reset gives a platform another tenant, but no further attempts. */
export function keepAttempts(unit: Unit, sealer: Sealer, { tenant, to }: Record<'tenant' | 'to', number>): void {
  moveGuesses(unit, { digest: triedBy(sealer, platformOf(tenant)), to: triedBy(sealer, platformOf(to)) });
}

/** The same text for a code of the other environment and for one that never existed. */
function unknownInvitation(): Refusal<'INVITATION_NOT_FOUND'> {
  return refuse('INVITATION_NOT_FOUND', 'No invitation has this code. Check it with the person who received it.');
}
