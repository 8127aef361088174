import { countedPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewStablecoin } from './stablecoin-view.ts';

export const listStablecoins: Handler<'listStablecoins'> = ({ input: { query }, unit, tenant, caller }) => {
  const { issuanceStatus, serviceOperationsStatus, provider } = query;
  const filter = {
    tenant,
    provider,
    issuance_status: issuanceStatus,
    service_operations_status: serviceOperationsStatus,
  };
  return countedPage(unit, { table: 'stablecoins', of: 'Stablecoin' }, query, filter, (row) =>
    viewStablecoin(row, caller),
  );
};
