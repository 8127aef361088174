import type { ScaFactor } from '@payments-platform/types';
import type { Subject } from './challenge.ts';

/** A login is one challenge at a time for each factor. */
export function loginSubject(customerId: string, factor: ScaFactor): Subject {
  return {
    kind: 'LOGIN',
    id: `${customerId} ${factor}`,
    customerId,
    binding: `log in ${customerId}`,
    wording: 'is your code to log in',
  };
}

/** Only the UUID is shown, since nothing can be read by the id. */
export function loginChallengeId(challengeId: string): string {
  return challengeId.slice(challengeId.indexOf(':') + 1);
}
