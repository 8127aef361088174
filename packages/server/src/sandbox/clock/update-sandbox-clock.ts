import { pick } from '../../ground/json/json-text.ts';
import { type ExternalHandler, isRefusal } from '../../operation/operation.ts';
import { moving } from './refuse-move.ts';

export const updateSandboxClock: ExternalHandler<'updateSandboxClock'> = async ({ input, deps, tenant }) => {
  const change = pick(input.body, ['scale', 'isFrozen']);
  const moved = await moving(() => deps.timekeeper.change(tenant, change));
  return isRefusal(moved) ? moved : { status: 200, body: moved };
};
