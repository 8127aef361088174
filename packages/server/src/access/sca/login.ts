import type { ScaFactor } from '@payments-platform/types';
import type { Subject } from './challenge.ts';

/** Each factor of a customer has at most one open login. */
export function loginSubject(customerId: string, factor: ScaFactor): Subject {
  return {
    kind: 'LOGIN',
    id: `${customerId} ${factor}`,
    customerId,
    binding: `log in ${customerId}`,
    wording: 'is your code to log in',
  };
}
