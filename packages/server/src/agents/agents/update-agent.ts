import { type Handler, refuseFields } from '../../operation/operation.ts';
import { viewAgent } from './agent-view.ts';
import { lockAgent, unknownAgent } from './find-agent.ts';
import { saveAgent } from './save-agent.ts';

export const updateAgent: Handler<'updateAgent'> = async ({ input: { path, body }, unit, tenant, now }) => {
  const { name, isPaused } = body;
  if (name === undefined && isPaused === undefined)
    return refuseFields([{ field: 'body', message: 'Send name, isPaused or both.', constraint: { minProperties: 1 } }]);
  const row = await lockAgent(unit, tenant, path.agentId);
  if (row === undefined) return unknownAgent(path.agentId);
  const changed = await saveAgent(unit, {
    ...row,
    name: name ?? row.name,
    is_paused: isPaused === undefined ? row.is_paused : Number(isPaused),
    updated_at: now,
  });
  return { status: 200, body: viewAgent(changed, now) };
};
