import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';

/** What a signature allows, in the words of the devices that sign. */
export interface Activity {
  readonly type: `ACTIVITY_TYPE_${string}`;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface PayloadFacts {
  readonly organizationId: string;
  readonly now: Instant;
}

/** The text to sign: members in the order of their names, without spaces. */
export function payloadToSign({ type, parameters }: Activity, { organizationId, now }: PayloadFacts): string {
  return canonicalJson({ organizationId, parameters, timestampMs: String(epochMsOf(now)), type });
}

/** The text to sign for a payment from a wallet, whose members have another order. */
export function paymentPayloadToSign(
  payment: {
    readonly signWith: string;
    /** 64 hexadecimal characters. */
    readonly unsignedTransaction: string;
  },
  { organizationId, now }: PayloadFacts,
): string {
  return JSON.stringify({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    timestampMs: String(epochMsOf(now)),
    organizationId,
    parameters: {
      signWith: payment.signWith,
      unsignedTransaction: payment.unsignedTransaction,
      type: 'TRANSACTION_TYPE_ETHEREUM',
    },
    generateAppProofs: true,
  });
}
