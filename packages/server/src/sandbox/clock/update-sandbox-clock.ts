import { type ExternalHandler, isRefusal } from '../../operation/operation.ts';
import { moving } from './refuse-move.ts';

export const updateSandboxClock: ExternalHandler<'updateSandboxClock'> = async ({ input, deps, tenant }) => {
  const { scale, isFrozen } = input.body;
  const change = { ...(scale === undefined ? {} : { scale }), ...(isFrozen === undefined ? {} : { isFrozen }) };
  const moved = await moving(() => deps.timekeeper.change(tenant, change));
  return isRefusal(moved) ? moved : { status: 200, body: moved };
};
