import type { Operation, PathItem, Specification } from '../../../types/src/specification.ts';

type Written = Specification & { readonly 'x-every-webhook'?: Operation };

/**
 * Gives each webhook what all of them have, written once under `x-every-webhook` of the root, and an operationId after
 * its name, `onOutgoingPaymentCompleted`, because the tools of callers take their names from there.
 */
export function withWebhookOperations(specification: Specification): Specification {
  const { 'x-every-webhook': { tags = [], ...every } = {}, ...rest }: Written = specification;
  const webhooks = Object.entries(specification.webhooks ?? {}).map(([name, item]): [string, PathItem] => {
    if (item.post === undefined) return [name, item];
    const operationId = `on${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    // What the webhook says itself comes first, and counts.
    return [name, { ...item, post: { operationId, tags, ...item.post, ...every, ...item.post } }];
  });
  return { ...rest, webhooks: Object.fromEntries(webhooks) };
}
