import type { Operation, PathItem, Specification } from '../../../types/src/specification.ts';

type Written = Specification & { readonly 'x-every-webhook'?: Operation };

/**
 * Adds the parts that all webhooks share, from `x-every-webhook` of the root, and an operationId after the name of the
 * webhook, `onOutgoingPaymentCompleted`, because the tools of callers take their names from it.
 */
export function withWebhookOperations(specification: Specification): Specification {
  const { 'x-every-webhook': { tags = [], ...every } = {}, ...rest }: Written = specification;
  const webhooks = Object.entries(specification.webhooks ?? {}).map(([name, item]): [string, PathItem] => {
    if (item.post === undefined) return [name, item];
    const operationId = `on${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    // The members of the webhook itself override the shared ones.
    return [name, { ...item, post: { operationId, tags, ...item.post, ...every, ...item.post } }];
  });
  return { ...rest, webhooks: Object.fromEntries(webhooks) };
}
