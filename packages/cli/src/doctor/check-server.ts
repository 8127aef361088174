import { ApiError, NoAnswerError, orThrow, type PaymentsClient, type Received } from '@payments-platform/client';
import { type Access, tokenOf } from '../connection/access.ts';
import { isLoopback } from '../connection/base-url.ts';
import { startCommand } from '../connection/start-command.ts';
import { untilEnded } from '../connection/until-ended.ts';
import { isMembers } from '../output/cell.ts';
import { noAnswerWords, proxyHint } from '../output/refusal-words.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Finding, good } from './finding.ts';

/** The problems that the server reports at `/readyz`. */
async function problemsOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  const checks = isMembers(body) && isMembers(body['checks']) ? Object.entries(body['checks']) : [];
  const failed = checks.flatMap(([name, check]) =>
    isMembers(check) && check['status'] !== 'ok' ? [`${name}: ${String(check['problem'] ?? 'failed')}`] : [],
  );
  return failed.join('; ');
}

export async function checkServer(
  { baseUrl }: Access,
  { signal, environment }: Pick<Surroundings, 'signal' | 'environment'>,
): Promise<Finding> {
  const { origin } = new URL(baseUrl);
  const check = 'server';
  try {
    const ready = await untilEnded(signal, () => fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(10_000) }));
    const problems = await problemsOf(ready);
    if (ready.ok && problems === '') return good(check, `${origin} responds and is ready`);
    const found = ready.ok
      ? `${origin} is ready, and a check fails: ${problems}`
      : `${origin} responds and is not ready: ${problems || `it returns ${ready.status}`}`;
    // The server responds, so the later checks still run.
    return { check, state: 'WARNING', found, fix: 'See the output of the server.' };
  } catch (error) {
    const found = `No server responds at ${origin}`;
    const hint = proxyHint(baseUrl, String(error instanceof Error ? error.cause : error), environment);
    if (!isLoopback(baseUrl))
      return { check, state: 'FAULT', found, fix: `Check the address and your connection.${hint}` };
    return {
      check,
      state: 'FAULT',
      found,
      fix: `Start the sandbox, or give its address with --base-url.${hint}`,
      commands: [startCommand],
    };
  }
}

export type Config = Received<'PlatformConfig'>;

/** Whether the platform knows the token, and the permissions of the token. */
export async function checkCredentials(
  access: Access,
  client: PaymentsClient,
): Promise<{ readonly finding: Finding; readonly config?: Config }> {
  const check = 'credentials';
  const { tokenId } = tokenOf(access);
  try {
    const config = await orThrow(client.GET('/config'));
    const permissions = await permissionsOf(tokenId, client);
    const may = permissions === undefined ? '' : ` with the permissions ${permissions.join(', ')}`;
    const who = `token ${tokenId} from ${access.source}${may}, in ${config.environment}`;
    if (permissions?.includes('MANAGE') !== false) return { finding: good(check, who), config };
    const fix = 'Setting an endpoint and sending again require the permission MANAGE: use a token that has it.';
    return { finding: { check, state: 'WARNING', found: who, fix }, config };
  } catch (error) {
    if (error instanceof NoAnswerError) return { finding: { check, state: 'FAULT', found: noAnswerWords(error) } };
    if (!(error instanceof ApiError)) throw error;
    const isUnknown = error.status === 401;
    const fix = isUnknown
      ? 'Log in with a token of this platform. A sandbox with new data has a new token.'
      : 'Use a token with the permission VIEW.';
    const found = isUnknown ? `The platform does not know token ${tokenId} from ${access.source}` : error.reason;
    return { finding: { check, state: 'FAULT', found, fix, ...(isUnknown && { commands: ['payments login'] }) } };
  }
}

/** `undefined` if the platform does not return it. */
async function permissionsOf(tokenId: string, client: PaymentsClient): Promise<readonly string[] | undefined> {
  const { data } = await client.GET('/tokens', { params: { query: { limit: 100 } } });
  return data?.data.find(({ clientId }) => clientId === tokenId)?.permissions;
}
