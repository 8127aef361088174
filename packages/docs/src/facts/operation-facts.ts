import type { WalletSigner } from '../../../types/src/signed-retry-facts.ts';
import type { Deprecation, ErrorEntry, Schema, Specification } from '../../../types/src/specification.ts';
import { escapeHtml, inline } from '../html.ts';
import { type ListedOperation, listOperations, requestLink } from '../operation-links.ts';
import { pages } from '../page.ts';
import { code, table } from '../table.ts';

function codeLink(name: string): string {
  return `<a class="name" href="${pages.errors.file}#${escapeHtml(name)}">${code(name)}</a>`;
}

function find(specification: Specification, id: string): ListedOperation {
  const found = listOperations(specification).find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation "${id}".`);
  return found;
}

/** Refusals that every operation can return are not in the table of one operation. */
const everywhere = new Set(['INVALID_REQUEST_FORMAT', 'UNAUTHORIZED', 'REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']);

/** The refusals of one operation, each with the next step. */
export function codeTable(specification: Specification, id: string): string {
  const { operation } = find(specification, id);
  const catalogue = specification['x-error-catalogue'] ?? {};
  const rows = Object.entries(operation['x-error-codes'] ?? {}).flatMap(([status, codes]) =>
    codes
      .filter((name) => !everywhere.has(name))
      .map((name) => [status, codeLink(name), inline(catalogue[name]?.action ?? '')]),
  );
  return table(['Status', 'Code', 'What to do'], rows);
}

export function repeatableCodes(specification: Specification): string {
  const entries: ErrorEntry[] = Object.values(specification['x-error-catalogue'] ?? {});
  const rows = entries
    .filter(({ retryable }) => retryable)
    .map(({ code: name, status, meaning }) => [String(status), codeLink(name), inline(meaning)]);
  return table(['Status', 'Code', 'Meaning'], rows);
}

/** The operations that accept an Idempotency-Key, whether they require it, and the refusal of a reuse with another body. */
export function keyedOperations(specification: Specification): string {
  const parameters = specification.components?.parameters ?? {};
  const rows = listOperations(specification).flatMap((listed) => {
    if (listed.operation['x-idempotent'] !== 'key') return [];
    const own = (listed.operation.parameters ?? []).map((one) => {
      const reference = (one as { readonly $ref?: string }).$ref?.split('/').at(-1);
      return reference === undefined ? one : parameters[reference];
    });
    const isRequired = own.some((one) => one?.name === 'Idempotency-Key' && one.required === true);
    // The server has the same rule: http/server.ts.
    const hasConflict = listed.operation['x-error-codes']?.['409']?.includes('CONFLICT') === true;
    const reused = hasConflict ? `409 ${codeLink('CONFLICT')}` : `400 ${codeLink('INVALID_INPUT')}`;
    const need = isRequired ? 'required' : 'recommended';
    return [[requestLink(listed), inline(listed.operation.summary ?? ''), need, reused]];
  });
  return table(['Operation', 'What it does', 'Key', 'Used with another body'], rows);
}

const signers: Readonly<Record<WalletSigner, string>> = {
  WALLET_SESSION: 'a session of the wallet',
  SESSION_IN_PATH: 'the session in the path',
  SESSION_OF_ANOTHER_CREDENTIAL: 'a session of another credential',
  SESSION_OF_TIED_WALLET: 'a session of a wallet that is signed in to with the address or number',
  CLIENT_KEY: 'the key that the session is for',
};

/** The operations that require a signature of the customer's device, and its key. */
export function signedOperations(specification: Specification): string {
  const rows = listOperations(specification).flatMap((listed) => {
    const retry = listed.operation['x-signed-retry'];
    if (retry === undefined) return [];
    const { signer, signatures } = retry;
    return [[requestLink(listed), inline(listed.operation.summary ?? ''), signers[signer], String(signatures)]];
  });
  return table(['Operation', 'What it does', 'Who signs', 'Signatures'], rows);
}

function day(instant: string | null): string {
  return instant === null ? 'not set' : instant.slice(0, 10);
}

function deprecationRow(what: string, facts: Deprecation, specification: Specification): string[] {
  const operation = listOperations(specification).find(({ id }) => id === facts.replacedBy);
  const successor = operation === undefined ? code(facts.replacedBy) : requestLink(operation);
  return [what, day(facts.deprecatedAt), day(facts.sunsetAt), successor];
}

function deprecatedFields(name: string, schema: Schema): [string, Deprecation][] {
  const inner = (schema.allOf ?? []).flatMap((part) => deprecatedFields(name, part));
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, { 'x-deprecation': facts }]) =>
    facts === undefined ? [] : [[`${name}.${field}`, facts] satisfies [string, Deprecation]],
  );
  return [...own, ...inner];
}

/** Everything that is deprecated, with its start, its sunset and its replacement. */
export function deprecationTable(specification: Specification): string {
  const operations = listOperations(specification).flatMap((listed) => {
    const facts = listed.operation['x-deprecation'];
    return facts === undefined ? [] : [deprecationRow(requestLink(listed), facts, specification)];
  });
  const fields = Object.entries(specification.components?.schemas ?? {})
    .flatMap(([name, schema]) => deprecatedFields(name, schema))
    .map(([field, facts]) => deprecationRow(code(field), facts, specification));
  return table(['What', 'Deprecated since', 'Served until', 'Use instead'], [...operations, ...fields]);
}
