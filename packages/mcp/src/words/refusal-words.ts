import { type ApiError, NoAnswerError, type Received } from '@payments-platform/client';
import type { Answer } from '../answer.ts';
import { programCommand } from '../program-command.ts';
import { budgetWords, pausedWords } from './budget-words.ts';

type Agent = Received<'Agent'>;

/** Why a call was refused, and what to do. `agent` is its state after the refusal. */
export function refused(error: ApiError, agent: Agent | undefined): Answer {
  const data = { code: error.code ?? null, status: error.status, reason: error.reason, details: error.details ?? {} };
  return { outcome: 'REFUSED', text: wordsOf(error, agent), data };
}

function wordsOf(error: ApiError, agent: Agent | undefined): string {
  if (error.status === 401 && error.code === 'UNAUTHORIZED') {
    return `Refused, nothing was done: your access has ended. The agent was deleted, or its access token is no longer valid. Tell the person who asked; they need a new device code and \`${programCommand} connect\`. Do not try again.`;
  }
  if (error.status === 403 && agent?.isPaused === true) return `Refused, nothing was done. ${pausedWords}`;
  const fields = error.fieldErrors.map(({ field, message }) => `${field}: ${message ?? 'not valid'}`);
  const reason = [`Refused, nothing was done: ${error.reason}`, ...fields].join(' ');
  if (error.code === 'FORBIDDEN' && agent !== undefined) {
    return `${reason} What your policy allows now: ${budgetWords(agent)} Tell the person who asked before you request anything else.`;
  }
  if (error.status === 429) return `${reason} Wait before you try again.`;
  return reason;
}

/** A retry was refused, and it is unknown whether the call before it took effect. */
export function refusedRepeat(error: ApiError, agent: Agent | undefined): Answer {
  const why = error.status === 403 && agent?.isPaused === true ? pausedWords : error.reason;
  const text = `Not known: an earlier call for this payment got no response and may have taken effect, and this repeat of it was refused. ${why} Check with list_actions and list_transactions whether it was made, and tell the person who asked. Do not choose another intent: once the cause of the refusal is gone, call this tool again with exactly the same arguments and the same intent; it is then paid once.`;
  return { ...refused(error, agent), outcome: 'UNKNOWN', text };
}

/** It is unknown whether the call took effect, and why a repeat is safe. */
export function unknown(error: ApiError | NoAnswerError, isPayment: boolean): Answer {
  const fault =
    error instanceof NoAnswerError
      ? 'the platform did not respond'
      : `the platform returned ${error.status}${error.status < 500 ? ` to a repeat: ${error.reason}` : ''}`;
  const next = isPayment
    ? 'It is unknown whether the payment was requested. Call this tool again with exactly the same arguments and the same intent: it is then paid once, regardless of this call. Do not choose another intent, and do not report that it failed.'
    : 'Nothing is wrong with your call. Try again in a minute.';
  return { outcome: 'UNKNOWN', text: `Not known: ${fault}. ${next}`, data: { fault: error.message } };
}
