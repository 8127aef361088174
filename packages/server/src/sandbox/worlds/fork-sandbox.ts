import { afterRequest, type Handler, isRefusal } from '../../operation/operation.ts';
import { viewCreatedWorld } from './created-world-view.ts';
import { copyFilesFirst, discardCopied, forkTenant } from './fork-tenant.ts';
import { beginAtOneMoment } from './make-copy.ts';

export const forkSandbox: Handler<'forkSandbox'> = afterRequest(
  ({ input: { body }, ...context }) => copyFilesFirst(context, body, { from: context.tenant }),
  async ({ input: { body }, ...context }, files) => {
    await beginAtOneMoment(context);
    const made = await forkTenant(context, body, { from: context.tenant, forkedFrom: null }, files);
    return isRefusal(made) ? made : { status: 201, body: viewCreatedWorld(made) };
  },
  { discard: discardCopied },
);
