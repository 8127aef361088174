import type { Schema, Specification } from '../../../types/src/specification.ts';
import { flatten } from './references.ts';
import type { Rule } from './rule.ts';

function payloadOf(specification: Specification, webhook: string): Schema {
  return specification.webhooks?.[webhook]?.post?.requestBody?.content['application/json']?.schema ?? {};
}

/** `OUTGOING_PAYMENT.REFUND_FAILED` is declared as `outgoingPaymentRefundFailed`. */
function nameOf(type: string): string {
  return type.toLowerCase().replaceAll(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function typeOf(specification: Specification, webhook: string): string | undefined {
  const type = flatten(specification, payloadOf(specification, webhook)).properties.type?.const;
  return typeof type === 'string' ? type : undefined;
}

export function declaredEventTypes(specification: Specification): ReadonlySet<string> {
  return new Set(Object.keys(specification.webhooks ?? {}).flatMap((webhook) => typeOf(specification, webhook) ?? []));
}

export const webhookTypes: Rule = {
  name: 'webhook-types',
  demands: 'The payload of a webhook fixes and requires its event type, and the webhook is named after that type.',
  check: (specification) =>
    Object.keys(specification.webhooks ?? {}).flatMap((webhook) => {
      const path = ['webhooks', webhook];
      const type = typeOf(specification, webhook);
      if (type === undefined) return [{ path, message: 'The payload must fix type to one event type.' }];
      const { required } = flatten(specification, payloadOf(specification, webhook));
      return [
        ...(nameOf(type) === webhook
          ? []
          : [{ path, message: `The webhook for ${type} must be named ${nameOf(type)}.` }]),
        ...(required.includes('type') ? [] : [{ path, message: 'The payload must require type.' }]),
      ];
    }),
};
