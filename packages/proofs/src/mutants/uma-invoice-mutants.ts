import type { Mutant } from './mutant.ts';

const lifetime = 'payments/uma-requests/invoice-lifetime.test.ts';

/** Mistakes in how long another provider can pay an invoice of the service. */
export const umaInvoiceMutants: readonly Mutant[] = [
  {
    name: 'lets another provider wait for a lower price of bitcoin',
    file: 'payments/uma-requests/invoice-lifetime.ts',
    find: '15 * minuteMs',
    replace: '60 * minuteMs',
    test: [lifetime, 'can be paid until its price has been valid for 15 minutes, and then begins its payment at once'],
  },
  {
    name: 'notices a payment of an invoice long after it has expired',
    file: 'payments/uma-requests/poll-invoices.ts',
    find: 'earliestOf([nextPollAfter(deps.clock.now(), row.created_at), endsAt]) ?? endsAt',
    replace: 'nextPollAfter(deps.clock.now(), row.created_at)',
    test: [lifetime, 'can be paid until its price has been valid for 15 minutes, and then begins its payment at once'],
  },
  {
    name: 'holds the money for an expired invoice',
    file: 'sandbox/adapters/uma/sandbox-lightning.ts',
    find: "to: isInTime ? 'HELD' : 'CANCELLED'",
    replace: "to: isInTime || expiresAt !== '' ? 'HELD' : 'CANCELLED'",
    test: [lifetime, 'cannot be paid later, at a price that may have fallen since: %s'],
  },
];
