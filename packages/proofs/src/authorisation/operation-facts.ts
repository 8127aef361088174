import { operationsOf } from '../../../spec-tools/src/rules/operations.ts';
import { follow } from '../../../spec-tools/src/rules/references.ts';
import { type AgentPermission, type OperationId, operationTable } from '../../../types/src/index.ts';
import type { Json, Operation, Parameter, Schema, Specification } from '../../../types/src/spec.ts';

export interface ParameterFacts {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
  readonly schema: Schema;
  readonly example: string;
}

/** An example body of the operation from the specification. */
export interface BodyFacts {
  readonly name: string;
  readonly mediaType: string;
  readonly value: Json;
}

/** The facts about an operation that the matrix needs, all from the specification. */
export interface OperationFacts {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
  /** `null` if the operation does not accept API tokens. */
  readonly permission: 'VIEW' | 'TRANSACT' | 'MANAGE' | null;
  readonly schemes: readonly string[];
  /** The permissions of which an agent needs one, if there are any; `null` if agents are not accepted. */
  readonly agentPermissions: readonly AgentPermission[] | null;
  /** Whether a caller with valid credentials can be refused. */
  readonly canForbid: boolean;
  /** Whether a request without an `Idempotency-Key` is refused. */
  readonly needsKey: boolean;
  readonly parameters: readonly ParameterFacts[];
  readonly bodies: readonly BodyFacts[];
}

export function readOperations(specification: Specification): OperationFacts[] {
  return operationsOf(specification).map(({ id, method, urlPath, operation, parameters }) => {
    if (!isOperation(id)) throw new Error(`${id} is not in the operation table: run pnpm gen`);
    const { permission, security, agentPermissions, errorCodes } = operationTable[id];
    return {
      id,
      method: method.toUpperCase(),
      path: urlPath,
      permission,
      schemes: security,
      agentPermissions,
      canForbid: '403' in errorCodes,
      needsKey: parameters.some(({ parameter }) => parameter.name === 'Idempotency-Key' && parameter.required === true),
      parameters: parameters.flatMap(({ parameter }) => readParameter(specification, parameter)),
      bodies: readBodies(specification, operation),
    };
  });
}

function isOperation(id: string): id is OperationId {
  return Object.hasOwn(operationTable, id);
}

function readParameter(specification: Specification, parameter: Parameter): ParameterFacts[] {
  const { name, in: place, required = false } = parameter;
  if (place !== 'path' && place !== 'query') return [];
  const schema = follow(specification, parameter.schema ?? {});
  const shown = Object.values(parameter.examples ?? {}).map((example) => follow(specification, example).value);
  const example = String(parameter.example ?? shown[0] ?? schema.examples?.[0] ?? schema.enum?.[0] ?? '');
  return [{ name, place, isRequired: required, schema, example }];
}

function readBodies(specification: Specification, { requestBody }: Operation): BodyFacts[] {
  if (requestBody === undefined) return [];
  const { content } = follow(specification, requestBody);
  return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
    Object.entries(examples).map(([name, example]) => ({
      name,
      mediaType,
      value: follow(specification, example).value ?? null,
    })),
  );
}
