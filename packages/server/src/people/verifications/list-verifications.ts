import { listPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewVerification } from './verification-view.ts';

export const listVerifications: Handler<'listVerifications'> = ({ input: { query }, tenant, unit }) => {
  const { customerId: customer_id, verificationStatus: status } = query;
  return listPage(
    unit,
    { table: 'verifications', of: 'Verification' },
    query,
    { tenant, customer_id, status },
    viewVerification,
  );
};
