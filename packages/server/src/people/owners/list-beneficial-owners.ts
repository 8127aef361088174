import { listPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewBeneficialOwner } from './beneficial-owner-view.ts';

export const listBeneficialOwners: Handler<'listBeneficialOwners'> = ({ input: { query }, tenant, unit, deps }) => {
  const filter = { tenant, customer_id: query.customerId };
  return listPage(unit, { table: 'beneficial_owners', of: 'BeneficialOwner' }, query, filter, (row) =>
    viewBeneficialOwner(row, deps.sealer),
  );
};
