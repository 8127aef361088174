import { pick } from '../../ground/json/json-text.ts';
import { type ExternalHandler, isRefusal } from '../../operation/operation.ts';
import { moveClock } from './move-clock.ts';

export const updateSandboxClock: ExternalHandler<'updateSandboxClock'> = async ({ input, deps, tenant }) => {
  const change = pick(input.body, ['scale', 'isFrozen']);
  const moved = await moveClock(() => deps.timekeeper.change(tenant, change));
  return isRefusal(moved) ? moved : { status: 200, body: moved };
};
