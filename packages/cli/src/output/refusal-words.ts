import { type ApiError, NoAnswerError } from '@payments-platform/client';
import { isLoopback } from '../connection/base-url.ts';
import { startCommand } from '../connection/start-command.ts';
import type { Environment } from '../surroundings.ts';
import { printable } from './cell.ts';
import type { Style } from './style.ts';

/** The whole refusal as JSON, on one line. */
export function refusalJson(error: ApiError): string {
  const { status, code, reason, requestId, body } = error;
  const own = typeof body === 'object' && body !== null ? body : { status, reason, ...(code && { code }) };
  return JSON.stringify({ ...own, ...(requestId && { requestId }) });
}

function codeOf({ body, code }: ApiError): string {
  if (code !== undefined) return code;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'no code';
}

/** Code, reason, fields, and the request id. */
export function refusalWords(error: ApiError, style: Style): string {
  const lines = [
    `${style.bad('Refused')}: ${error.status} ${codeOf(error)}. ${printable(error.reason)}`,
    ...error.fieldErrors.map(({ field, message }) => `  ${field}: ${printable(message ?? 'not valid')}`),
    ...(error.requestId === undefined ? [] : [`  ${style.faint('request')} ${error.requestId}`]),
  ];
  return lines.join('\n');
}

function howToRepeat({ method, idempotencyKey }: NoAnswerError): string {
  if (method === 'GET' || idempotencyKey === undefined) return '';
  return ` Whether it took effect is unknown: repeat it with --idempotency-key ${idempotencyKey}.`;
}

/** For a command that its user ended before it was done. */
export function endedWords(error: unknown): string {
  return `Ended.${error instanceof NoAnswerError ? howToRepeat(error) : ''}`;
}

/** What a proxy has to do with a missing answer: Node.js uses one only when it is told, and then for this machine too. */
export function proxyHint(url: string, message: string, environment: Environment): string {
  const isSet = ['HTTPS_PROXY', 'https_proxy'].some((name) => (environment[name] ?? '') !== '');
  if (!isLoopback(url))
    return isSet && environment['NODE_USE_ENV_PROXY'] !== '1'
      ? ' HTTPS_PROXY is set, but Node.js uses it only with NODE_USE_ENV_PROXY=1.'
      : '';
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  return /\bproxy\b/i.test(message) ? ` The request went to a proxy: add ${host} to NO_PROXY.` : '';
}

export function noAnswerWords(error: NoAnswerError, environment: Environment = {}): string {
  const { url, message } = error;
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  const isRefused = /ECONNREFUSED/.test(message);
  const fault = isRefused ? '' : ` (${message})`;
  const repeat = isRefused ? '' : howToRepeat(error);
  const next = isLoopback(url)
    ? `Start a sandbox with \`${startCommand}\`, or give another address with --base-url.`
    : 'Check the address and your connection.';
  return `No response from ${origin}${fault}. ${next}${proxyHint(url, message, environment)}${repeat}`;
}
