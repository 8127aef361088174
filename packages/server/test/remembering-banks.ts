import type { Collection, Collections } from '../src/engines/rails/collections.ts';
import type { OutsideAccount, RailPayment, RailRefund, Rails } from '../src/engines/rails/rails.ts';
import { createSandboxCollections } from '../src/sandbox/adapters/sandbox-collections.ts';
import { createSandboxRails } from '../src/sandbox/adapters/sandbox-rails.ts';

/** The arguments of a call to a bank or a chain about a payment, with the account that it has read. */
export type Told<Order> = Omit<Order, 'readDestination' | 'readSource'> & { readonly account: OutsideAccount | null };

/** The banks and chains of the sandbox, which record the first call about each payment. */
export function rememberingBanks() {
  const paid = new Map<string, Told<RailPayment>>();
  const refunded = new Map<string, RailRefund>();
  const collected = new Map<string, Told<Collection>>();
  const [sandboxRails, sandboxCollections] = [createSandboxRails(), createSandboxCollections()];
  const rails: Rails = {
    ...sandboxRails,
    poll: async (payment, now) => {
      const { readDestination, ...told } = payment;
      if (!paid.has(payment.transactionId))
        paid.set(payment.transactionId, { ...told, account: await readDestination() });
      return sandboxRails.poll(payment, now);
    },
    pollRefund: async (refund, now) => {
      refunded.set(refund.transactionId, refund);
      return sandboxRails.pollRefund(refund, now);
    },
  };
  const collections: Collections = {
    ...sandboxCollections,
    poll: async (collection, now) => {
      const { readSource, ...told } = collection;
      if (!collected.has(collection.transactionId))
        collected.set(collection.transactionId, { ...told, account: await readSource() });
      return sandboxCollections.poll(collection, now);
    },
  };
  return { rails, collections, paid, refunded, collected };
}
