import type { AgentAction } from '@payments-platform/types';
import { type SqlBool, sql } from 'kysely';
import { readInstant } from '../../ground/clock/read-instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { listRows } from '../../operation/list-rows.ts';
import { isRefusal, type Refusal } from '../../operation/operation.ts';
import { type ListBody, listBody, ofKind, type PageQuery, readPage } from '../../operation/pagination.ts';
import { showActions } from './action-view.ts';
import type { ActionRow } from './tables.ts';

interface ActionsQuery extends PageQuery {
  readonly startDate?: string;
  readonly endDate?: string;
}

interface Filter {
  readonly agent_id?: string | undefined;
  readonly customer_id?: string | undefined;
  readonly status?: ActionRow['status'] | undefined;
}

/** A page of actions. Their quotes and payments are read for the whole page at once. */
export async function listActionPage(
  context: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>,
  query: ActionsQuery,
  filter: Filter,
): Promise<{ readonly status: 200; readonly body: ListBody<AgentAction> } | Refusal<'INVALID_INPUT'>> {
  const page = readPage(query, ofKind('AgentAction'));
  if (isRefusal(page)) return page;
  const { unit, tenant } = context;
  const { startDate, endDate } = query;
  const rows = await listRows(unit, 'agent_actions', page, { ...filter, tenant }, [
    ...(startDate === undefined ? [] : [sql<SqlBool>`created_at >= ${readInstant(startDate)}`]),
    ...(endDate === undefined ? [] : [sql<SqlBool>`created_at <= ${readInstant(endDate)}`]),
  ]);
  const views = await showActions(context, rows);
  const view = ({ id }: ActionRow): AgentAction => {
    const action = views.get(id);
    if (action === undefined) throw new Error(`${id} is not shown`);
    return action;
  };
  return { status: 200, body: listBody(rows, page.limit, view) };
}
