import { eventTriggers, eventTypes } from '@payments-platform/types';
import type { Handler } from '../../operation/operation.ts';

/** Every event type, with its cause in the sandbox. */
export const listSandboxTriggers: Handler<'listSandboxTriggers'> = async () => ({
  status: 200,
  body: { data: eventTypes.map((type) => ({ type, ...eventTriggers[type] })), hasMore: false, nextCursor: null },
});
