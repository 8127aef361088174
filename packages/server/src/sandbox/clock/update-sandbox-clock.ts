import { type ExternalHandler, isRefusal } from '../../operation/operation.ts';
import { moving } from './refuse-move.ts';

export const updateSandboxClock: ExternalHandler<'updateSandboxClock'> = async ({ input, deps }) => {
  const { scale, isFrozen } = input.body;
  const change = { ...(scale === undefined ? {} : { scale }), ...(isFrozen === undefined ? {} : { isFrozen }) };
  const moved = await moving(deps, () => deps.timekeeper.change(change));
  return isRefusal(moved) ? moved : { status: 200, body: moved };
};
