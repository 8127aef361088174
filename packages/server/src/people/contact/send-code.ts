import { queueMessage } from '../../engines/messages/queue-message.ts';
import { epochMsOf, hourMs, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { requireAdapter } from '../../operation/ports/missing-adapter.ts';
import type { ContactChannel } from '../customers/contact-channels.ts';
import { type ContactCodeRow, findContactCode, saveContactCode } from './contact-codes-repository.ts';
import { codeDigest, lockPendingChannel } from './pending-channel.ts';

const codeLifeMs = 10 * minuteMs;
/** Each code allows five attempts, so this also limits guesses. */
const codesPerHour = 5;

type SendRefusal = Refusal<'CUSTOMER_NOT_FOUND' | 'CONFLICT' | 'RATE_LIMITED'>;

interface SendCall extends WorkContext {
  readonly input: { readonly path: { readonly customerId: string } };
}

/** Creates a code for a channel, which replaces the previous one, and queues its message. */
export async function sendCode(
  call: SendCall,
  channel: ContactChannel,
): Promise<SendRefusal | { readonly status: 204; readonly body: undefined }> {
  const { unit, tenant, now, deps } = call;
  const { customerId } = call.input.path;
  requireAdapter(deps.messages);
  const pending = await lockPendingChannel(call, customerId, channel);
  if (isRefusal(pending)) return pending;
  const hour = countHour(await findContactCode(unit, { tenant, customer_id: customerId, channel }), now);
  if (hour.sent > codesPerHour) return refuseMore(hour.beganAt, now);
  const code = deps.rules.newCode(deps.random);
  const expiresAt = plusMs(now, codeLifeMs);
  saveContactCode(unit, {
    tenant,
    customer_id: customerId,
    channel,
    code_digest: codeDigest(call, pending, channel, code),
    expires_at: expiresAt,
    wrong_attempts: 0,
    hour_began_at: hour.beganAt,
    sent_in_hour: hour.sent,
  });
  const text = `Your verification code is ${code}. It expires in 10 minutes. Do not share it with anyone.`;
  queueMessage(call, { channel: channel === 'email' ? 'EMAIL' : 'SMS', to: pending.address, text }, expiresAt);
  return { status: 204, body: undefined };
}

/** The count including this code. An hour begins with the first code after the previous hour has ended. */
function countHour(row: ContactCodeRow | undefined, now: string): { readonly beganAt: string; readonly sent: number } {
  if (row === undefined || plusMs(row.hour_began_at, hourMs) <= now) return { beganAt: now, sent: 1 };
  return { beganAt: row.hour_began_at, sent: row.sent_in_hour + 1 };
}

function refuseMore(beganAt: string, now: string): Refusal<'RATE_LIMITED'> {
  const leftMs = epochMsOf(plusMs(beganAt, hourMs)) - epochMsOf(now);
  const refusal = refuse(
    'RATE_LIMITED',
    `At most ${codesPerHour} codes an hour are sent to one address. Try again later.`,
  );
  return { ...refusal, retryAfterSeconds: Math.ceil(leftMs / secondMs) };
}
