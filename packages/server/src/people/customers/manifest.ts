import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import type { Manifest } from '../../operation/manifest.ts';
import { createCustomer } from './create-customer.ts';
import { deleteCustomerById } from './delete-customer-by-id.ts';
import { getCustomerById } from './get-customer-by-id.ts';
import { getEndUserTerms } from './get-end-user-terms.ts';
import { listCustomers } from './list-customers.ts';
import { updateCustomerById } from './update-customer-by-id.ts';

export const manifest = {
  operations: {
    createCustomer,
    deleteCustomerById,
    getCustomerById,
    getEndUserTerms,
    listCustomers,
    updateCustomerById,
  },
  invariants: [eventsAreNumbered('customers')],
} satisfies Manifest;
