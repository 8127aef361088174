import { digestText } from '../../ground/database/sealed-columns.ts';
import { type Handler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { listTransactionRows } from './list-transaction-rows.ts';
import { viewTransaction } from './transaction-view.ts';

export const listTransactions: Handler<'listTransactions'> = async ({ input, unit, tenant, deps }) => {
  const { query } = input;
  if (query.status !== undefined && query.type === 'CARD') {
    return refuseFields([
      { field: 'status', message: 'status filters payments only; leave it out when type is CARD.' },
    ]);
  }
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const rows = await listTransactionRows(unit, tenant, query, page, (text) =>
    deps.sealer.digest(digestText(tenant, text)),
  );
  return { status: 200, body: listBody(rows, page.limit, viewTransaction) };
};
