import type { LaunchFacts } from '../platform/production-approval/launch-facts.ts';

/** A platform that moves money under the service's licences needs an approved consent screen to go live. */
export function mayLaunch({ environment, is_regulated, launch_approved_at }: LaunchFacts): boolean {
  return environment === 'SANDBOX' || is_regulated === 1 || launch_approved_at !== null;
}
