import { type Handler, isRefusal } from '../../operation/operation.ts';
import { worldOf } from './find-world.ts';
import { viewWorld } from './world-view.ts';

export const getSandboxWorldById: Handler<'getSandboxWorldById'> = async ({ input: { path }, unit, tenant }) => {
  const world = await worldOf(unit, tenant, path.worldId);
  return isRefusal(world) ? world : { status: 200, body: viewWorld(world) };
};
