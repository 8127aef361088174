import { listPage } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { viewWorld } from './world-view.ts';

export const listSandboxWorlds: Handler<'listSandboxWorlds'> = async ({ input: { query }, unit, tenant }) =>
  listPage(unit, { table: 'sandbox_worlds', of: 'World' }, query, { tenant }, viewWorld);
