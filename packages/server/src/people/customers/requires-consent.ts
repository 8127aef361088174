import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { KnownCustomer } from './find-customer.ts';

/** A platform without licences of its own moves money under the service's, whose terms its customers must accept. */
export function requiresConsent(platform: Pick<PlatformRow, 'is_regulated'>): boolean {
  return platform.is_regulated === 0;
}

/** Whether the customer's acceptance of the end user terms is wanted and not on file. */
export function missingConsent(
  platform: Pick<PlatformRow, 'is_regulated'>,
  customer: Pick<KnownCustomer, 'hasConsent'>,
): boolean {
  return requiresConsent(platform) && !customer.hasConsent;
}
