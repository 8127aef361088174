import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';

/** What a signature authorises, in the terms of the signing devices. */
export interface Activity {
  readonly type: `ACTIVITY_TYPE_${string}`;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface PayloadFacts {
  readonly organizationId: string;
  readonly now: Instant;
}

/** The text to sign: JSON with members sorted by name, without spaces. */
export function payloadToSign({ type, parameters }: Activity, { organizationId, now }: PayloadFacts): string {
  return canonicalJson({ organizationId, parameters, timestampMs: String(epochMsOf(now)), type });
}
