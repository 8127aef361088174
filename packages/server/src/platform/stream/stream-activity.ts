import { refuseFields, type StreamHandler } from '../../operation/operation.ts';

const unknownPosition =
  'Pass the id of a message of this stream, unchanged, or leave it out to start with new messages.';

export const streamActivity: StreamHandler<'streamActivity'> = async ({
  input: { query },
  tenant,
  deps,
  lastEventId,
}) => {
  const { types = kinds, type } = query;
  // Browsers repeat the header automatically when they reconnect, so it is newer than the query parameter.
  const text = lastEventId ?? query.after;
  const given = text === undefined ? undefined : deps.feed.positions.read(text);
  const field = lastEventId === undefined ? 'after' : 'Last-Event-ID';
  if (text !== undefined && given === undefined) return refuseFields([{ field, message: unknownPosition }]);
  const letters = new Set(types.map((name) => letterOf[name]));
  const after = await deps.feed.positionFrom(given ?? {}, letters);
  if (after === undefined) return refuseFields([{ field, message: fromElsewhere }]);
  return { tenant, after, letters, type };
};

const fromElsewhere =
  'This position belongs to other data, or to data that was reset since. Leave it out, and read the existing data with the list operations.';

const letterOf = { EVENTS: 'E', REQUESTS: 'R', DELIVERIES: 'D' } as const;
const kinds = ['EVENTS', 'REQUESTS', 'DELIVERIES'] as const;
