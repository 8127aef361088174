import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { KnownCustomer } from './find-customer.ts';

/**
 * A platform without its own licences moves money under those of the service, so its customers must accept the
 * service's terms.
 */
export function requiresConsent(platform: Pick<PlatformRow, 'is_regulated'>): boolean {
  return platform.is_regulated === 0;
}

/** Whether the customer must accept the end user terms and has not. */
export function missingConsent(
  platform: Pick<PlatformRow, 'is_regulated'>,
  customer: Pick<KnownCustomer, 'hasConsent'>,
): boolean {
  return requiresConsent(platform) && !customer.hasConsent;
}
