import { countGuess } from '../../engines/guesses/guesses.ts';
import { hourMs, secondsUntil } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

/** Text messages cost money and disturb people. A customer who needs this many codes has another problem. */
const limit = { most: 20, windowMs: hourMs };

/** Counts the text messages of a customer in real time, so that advancing the clock does not raise the limit. */
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
