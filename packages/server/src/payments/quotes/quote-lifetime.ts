import type { RailName, Rails } from '../../engines/rails/rails.ts';
import { instantRailMs } from '../../engines/rails/timelines.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import type { Parties } from './parties.ts';

const instantLifetimeMs = 5 * minuteMs;
const slowLifetimeMs = 15 * minuteMs;

/**
 * How long a price holds: five minutes on an instant rail, fifteen on a slower one. If the money is still to come
 * over a slow chain, twice the usual time of that chain.
 */
export function quoteLifetimeMs(rails: Rails, { source, destination }: Parties): number {
  const waits = source.accountId === null ? source.routes.map((route) => depositWindowMs(rails, route)) : [];
  return Math.max(payoutLifetimeMs(rails, destination.rail), ...waits);
}

function payoutLifetimeMs(rails: Rails, rail: RailName): number {
  return rails.timelineMs(rail) <= instantRailMs ? instantLifetimeMs : slowLifetimeMs;
}

function depositWindowMs(rails: Rails, route: RailName): number {
  return Math.max(instantLifetimeMs, 2 * rails.timelineMs(route));
}
