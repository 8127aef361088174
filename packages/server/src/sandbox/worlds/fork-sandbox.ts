import { afterRequest, type Handler, isRefusal } from '../../operation/operation.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { copyFiles } from './copy-files.ts';
import { viewCreatedWorld } from './created-world-view.ts';
import { forkTenant } from './fork-tenant.ts';
import { beginAtOneMoment } from './make-copy.ts';

export const forkSandbox: Handler<'forkSandbox'> = afterRequest(
  async ({ tenant, deps }) => {
    const platform = await deps.database.read((unit) => findPlatform(unit, tenant));
    // A world is refused in the unit.
    return platform.is_world === 1 ? undefined : copyFiles(deps, tenant);
  },
  async ({ input: { body }, ...context }, files) => {
    await beginAtOneMoment(context);
    const made = await forkTenant(context, body, { from: context.tenant, forkedFrom: null }, files);
    return isRefusal(made) ? made : { status: 201, body: viewCreatedWorld(made) };
  },
);
