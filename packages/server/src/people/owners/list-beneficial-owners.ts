import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewBeneficialOwner } from './beneficial-owner-view.ts';
import { listOwnerRows } from './beneficial-owners-repository.ts';

export const listBeneficialOwners: Handler<'listBeneficialOwners'> = async ({
  input: { query },
  tenant,
  unit,
  deps,
}) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const rows = await listOwnerRows(unit, tenant, query.customerId, page);
  return { status: 200, body: listBody(rows, page.limit, (row) => viewBeneficialOwner(row, deps.sealer)) };
};
