import type { WalletSigner } from '../../../types/src/signed-retry-facts.ts';
import { type OperationPlace, operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

const signers: Readonly<Record<WalletSigner, string>> = {
  WALLET_SESSION: 'any active session of the wallet',
  SESSION_IN_PATH: 'the session in the path',
  SESSION_OF_ANOTHER_CREDENTIAL: 'an active session that another credential opened',
  SESSION_OF_TIED_WALLET: 'an active session of any wallet that the change concerns',
  CLIENT_KEY: 'the key that the session is opened for',
};

const codes: readonly (readonly [status: string, code: string])[] = [
  ['401', 'WALLET_SIGNATURE_MISSING'],
  ['401', 'WALLET_SIGNATURE_MALFORMED'],
  ['401', 'WALLET_SIGNATURE_BODY_MISMATCH'],
  ['401', 'WALLET_SIGNATURE_INVALID'],
  ['401', 'REQUEST_ID_MISSING'],
  ['404', 'REQUEST_NOT_FOUND'],
];

function check({ path, operation, parameters, responses }: OperationPlace): Finding[] {
  const retry = operation['x-signed-retry'];
  const takesRequestId = parameters.some(({ parameter }) => parameter.name === 'Request-Id');
  const place = [...path, 'x-signed-retry'];
  if (retry === undefined) {
    if (!takesRequestId) return [];
    return [{ path: place, message: 'The operation accepts a Request-Id, so x-signed-retry must say who signs.' }];
  }
  const findings: string[] = [];
  if (!Object.hasOwn(signers, retry.signer)) findings.push(`signer must be one of ${Object.keys(signers).join(', ')}.`);
  if (!Number.isInteger(retry.signatures) || retry.signatures < 1)
    findings.push('signatures must give the number of payloads to sign.');
  for (const name of ['Service-Wallet-Signature', 'Request-Id'])
    if (!parameters.some(({ parameter }) => parameter.name === name)) findings.push(`The header ${name} is missing.`);
  if (!responses.some(({ status }) => status === '202'))
    findings.push('The response 202 with the payload to sign is missing.');
  for (const [status, code] of codes)
    if (operation['x-error-codes']?.[status]?.includes(code) !== true)
      findings.push(`x-error-codes lacks ${code} under ${status}.`);
  return findings.map((message) => ({ path: place, message }));
}

export const signedRetry: Rule = {
  name: 'signed-retry',
  demands:
    'An operation that requires a signed retry says in x-signed-retry who signs and how often, and ' +
    'has both headers, the response 202 and every refusal of a signature.',
  check: (specification) => operationsOf(specification).flatMap(check),
};
