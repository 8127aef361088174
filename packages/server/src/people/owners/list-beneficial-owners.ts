import { listRows } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewBeneficialOwner } from './beneficial-owner-view.ts';

export const listBeneficialOwners: Handler<'listBeneficialOwners'> = async ({
  input: { query },
  tenant,
  unit,
  deps,
}) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const rows = await listRows(unit, 'beneficial_owners', page, { tenant, customer_id: query.customerId });
  return { status: 200, body: listBody(rows, page.limit, (row) => viewBeneficialOwner(row, deps.sealer)) };
};
