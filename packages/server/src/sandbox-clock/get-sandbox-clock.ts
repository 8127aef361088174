import type { Handler } from '../http/operation.ts';

export const getSandboxClock: Handler<'getSandboxClock'> = async ({ deps }) => ({
  status: 200,
  body: deps.timekeeper.state(),
});
