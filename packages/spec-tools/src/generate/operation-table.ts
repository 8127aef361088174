import { methods, type Operation, type Specification } from '../../../types/src/specification.ts';
import { follow } from '../rules/references.ts';
import type { Artifact } from './artifact.ts';
import { constantTable, generatedModule } from './typescript-source.ts';

const types = `
export type OperationTable = typeof operationTable;

/** Names one operation of the interface. */
export type OperationId = keyof OperationTable;

/** The statuses of the refusals of an operation. */
export type ErrorStatusOf<Id extends OperationId> = keyof OperationTable[Id]['errorCodes'];

/** The error codes that an operation declares, all of them or those of one status. */
export type ErrorCodeOf<Id extends OperationId, Status extends ErrorStatusOf<Id> = ErrorStatusOf<Id>> =
  OperationTable[Id]['errorCodes'][Status] extends readonly (infer Code)[] ? Code : never;

/** The operations that run when the request is sent again with a signature of the customer's device. */
export type SignedRetryOperation = {
  [Id in OperationId]: OperationTable[Id]['signedRetry'] extends null ? never : Id;
}[OperationId];

/** The success statuses of an operation. */
export type SuccessStatusOf<Id extends OperationId> = OperationTable[Id]['successStatuses'][number];
`;

function statuses(operation: Operation): number[] {
  return Object.keys(operation.responses ?? {})
    .map(Number)
    .filter((status) => status < 300);
}

/** The type of body that an operation reads: a form with a file, JSON, or none. */
function bodyKind({ requestBody }: Operation): 'FORM' | 'JSON' | 'NONE' {
  if (requestBody === undefined) return 'NONE';
  return requestBody.content?.['multipart/form-data'] === undefined ? 'JSON' : 'FORM';
}

/** Whether an operation can also return CSV on request. */
function hasCsv(specification: Specification, { responses = {} }: Operation): boolean {
  return Object.values(responses).some(
    (response) => follow(specification, response).content?.['text/csv'] !== undefined,
  );
}

/** The maximum size of a form with a file; `null` if the body is JSON or there is none. */
function formMaxBytes({ operationId, requestBody }: Operation): number | null {
  const form = requestBody?.content?.['multipart/form-data'];
  if (form === undefined) return null;
  const maxBytes = form['x-max-bytes'];
  if (typeof maxBytes !== 'number') throw new Error(`The form of ${operationId} has no x-max-bytes.`);
  return maxBytes;
}

/** Whether a request without an `Idempotency-Key` is refused. */
function isKeyRequired(specification: Specification, { parameters = [] }: Operation): boolean {
  return parameters
    .map((parameter) => follow(specification, parameter))
    .some(({ name, required }) => name === 'Idempotency-Key' && required === true);
}

function rowOf(specification: Specification, method: string, path: string, operation: Operation): object {
  return {
    method: method.toUpperCase(),
    path,
    permission: operation['x-permission'] ?? null,
    agentPermissions: operation['x-agent-permissions'] ?? null,
    idempotent: operation['x-idempotent'] ?? 'none',
    isKeyRequired: isKeyRequired(specification, operation),
    signedRetry: operation['x-signed-retry'] ?? null,
    body: bodyKind(operation),
    hasCsv: hasCsv(specification, operation),
    formMaxBytes: formMaxBytes(operation),
    successStatuses: statuses(operation),
    errorCodes: operation['x-error-codes'] ?? {},
    deprecation: operation['x-deprecation'] ?? null,
    security: (operation.security ?? specification.security ?? []).flatMap((requirement) => Object.keys(requirement)),
  };
}

export function operationTable(specification: Specification): Artifact {
  const rows: [string, object][] = [];
  for (const [path, item] of Object.entries(specification.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      if (operation.operationId === undefined) throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
      rows.push([operation.operationId, rowOf(specification, method, path, operation)]);
    }
  }
  rows.sort(([one], [other]) => (one < other ? -1 : 1));
  const comment = 'Every operation of the interface, by operationId.';
  return generatedModule('operations', [constantTable('operationTable', comment, Object.fromEntries(rows)), types]);
}
