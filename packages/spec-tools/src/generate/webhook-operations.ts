import type { PathItem, Specification } from '../../../types/src/specification.ts';

/**
 * Names the operation of each webhook after it, `onOutgoingPaymentCompleted`, because the tools of callers take their
 * names from there. The event itself is named once, where it is written.
 */
export function withWebhookOperations(specification: Specification): Specification {
  const webhooks = Object.entries(specification.webhooks ?? {}).map(([name, item]): [string, PathItem] => {
    const operationId = `on${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [name, item.post === undefined ? item : { ...item, post: { operationId, ...item.post } }];
  });
  return { ...specification, webhooks: Object.fromEntries(webhooks) };
}
