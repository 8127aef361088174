import type { Handler } from '../../operation/operation.ts';

export const getSandboxClock: Handler<'getSandboxClock'> = async ({ deps }) => ({
  status: 200,
  body: deps.timekeeper.state(),
});
