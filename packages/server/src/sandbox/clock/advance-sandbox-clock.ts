import type { SandboxClockAdvanceRequest } from '@payments-platform/types';
import { dayMs, type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type ExternalHandler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { listClockActivity } from './clock-activity.ts';
import { moveClock } from './move-clock.ts';

const longestMs = 366 * dayMs;
/** No date in the sandbox lies further ahead than its calendars. */
const latest: Instant = '2100-01-01T00:00:00.000Z';
/** The most real time of one request. */
const bounds = { realMs: 20 * secondMs };

export const advanceSandboxClock: ExternalHandler<'advanceSandboxClock'> = async ({ input, deps, tenant }) => {
  let wrong: FieldError | undefined;
  const moved = await moveClock(() =>
    deps.timekeeper.advance(
      tenant,
      (now) => {
        const aim = aimOf(input.body, now);
        if (typeof aim === 'string') return aim;
        wrong = aim;
        return undefined;
      },
      bounds,
    ),
  );
  if (wrong !== undefined) return refuseFields([wrong]);
  if (moved === undefined) throw new Error('the clock has not moved, without a reason');
  if (isRefusal(moved)) return moved;
  const { from, to, reached } = moved;
  const { happened, omittedCount } = await deps.database.read((unit) => listClockActivity(unit, tenant, moved));
  return { status: 200, body: { from, to, now: reached, isComplete: reached === to, happened, omittedCount } };
};

/** The requested moment, or the error. */
function aimOf({ seconds, to }: SandboxClockAdvanceRequest, now: Instant): Instant | FieldError {
  if ((seconds === undefined) === (to === undefined)) {
    return { field: 'seconds', message: 'Send either seconds or to, and only one of them.' };
  }
  const field = seconds === undefined ? 'to' : 'seconds';
  const aim = to === undefined ? plusMs(now, (seconds ?? 0) * secondMs) : readInstant(to);
  if (aim < now) {
    return {
      field,
      message: `The sandbox is already at ${now}, and time does not go back. Send a later time.`,
    };
  }
  if (aim > plusMs(now, longestMs)) {
    return { field, message: `The sandbox is at ${now}. Move on by at most 366 days at a time.` };
  }
  return aim > latest ? { field, message: `The clock of the sandbox ends at ${latest}.` } : aim;
}
