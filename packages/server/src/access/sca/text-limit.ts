import { countGuess } from '../../engines/guesses/guesses.ts';
import { hourMs, secondsUntil } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

/** Texts cost money and wake people, and whoever wants a code that often has another problem. */
const limit = { most: 20, windowMs: hourMs };

/** Counts a text that starts something anew for a customer, in real time: a clock that is moved lets no more through. */
export async function refuseManyTexts(
  { unit, tenant, deps }: WorkContext,
  customerId: string,
): Promise<Refusal<'RATE_LIMITED'> | undefined> {
  const now = deps.clocks.system.now();
  const digest = deps.sealer.digest(`texts to ${customerId} of ${tenant}`);
  const blockedUntil = await countGuess(unit, digest, now, limit);
  if (blockedUntil === undefined) return undefined;
  const reason = `This customer was sent ${limit.most} codes within an hour. Wait until ${blockedUntil}, or use another factor.`;
  return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds: secondsUntil(blockedUntil, now) };
}
