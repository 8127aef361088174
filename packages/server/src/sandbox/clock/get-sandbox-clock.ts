import type { Handler } from '../../operation/operation.ts';

export const getSandboxClock: Handler<'getSandboxClock'> = async ({ deps, unit, tenant }) => ({
  status: 200,
  body: await deps.timekeeper.state(unit, tenant),
});
