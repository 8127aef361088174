import { epochMsOf } from '../../ground/clock/instant.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { worldOf } from './find-world.ts';
import { retireTenant } from './retire-tenant.ts';
import { markWorldDeleting } from './worlds-repository.ts';

export const deleteSandboxWorldById: Handler<'deleteSandboxWorldById'> = async ({ input, unit, tenant, deps }) => {
  const { worldId } = input.path;
  const found = await worldOf(unit, tenant, worldId);
  if (isRefusal(found)) return found;
  const world = await markWorldDeleting(unit, tenant, worldId);
  if (world !== undefined) retireTenant(unit, world, epochMsOf(deps.clocks.system.now()));
  return { status: 204, body: undefined };
};
