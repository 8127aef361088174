import { listPage, withinTimes } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewToken } from './token-view.ts';

export const listTokens: Handler<'listTokens'> = ({ input: { query }, tenant, unit }) =>
  listPage(unit, { table: 'tokens', of: 'Token' }, query, { tenant, name: query.name }, viewToken, withinTimes(query));
