import { afterRequest, type Handler, isRefusal, refuse } from '../../operation/operation.ts';
import { viewCreatedWorld } from './created-world-view.ts';
import { worldOf } from './find-world.ts';
import { copyFilesFirst, discardCopied, forkTenant } from './fork-tenant.ts';
import { beginAtOneMoment } from './make-copy.ts';

export const forkSandboxWorld: Handler<'forkSandboxWorld'> = afterRequest(
  async ({ input: { path, body }, ...context }) => {
    const source = await context.deps.database.read((unit) => worldOf(unit, context.tenant, path.worldId));
    // A missing world is refused later, in the unit.
    if (isRefusal(source) || source.status !== 'READY') return undefined;
    return copyFilesFirst(context, body, { from: source.world });
  },
  async ({ input: { path, body }, ...context }, files) => {
    await beginAtOneMoment(context);
    const source = await worldOf(context.unit, context.tenant, path.worldId);
    if (isRefusal(source)) return source;
    if (source.status !== 'READY') return refuse('CONFLICT', 'This world is being deleted. Create a new one.');
    const made = await forkTenant(context, body, { from: source.world, forkedFrom: source.id }, files);
    return isRefusal(made) ? made : { status: 201, body: viewCreatedWorld(made) };
  },
  { discard: discardCopied },
);
