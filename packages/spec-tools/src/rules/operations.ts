import {
  type Method,
  methods,
  type Operation,
  type Parameter,
  type Response,
  type Specification,
} from '../../../types/src/specification.ts';
import { follow } from './references.ts';
import type { DocumentPath } from './rule.ts';

/** One operation with everything that rules need, references followed. */
export interface OperationPlace {
  readonly id: string;
  readonly method: Method;
  readonly urlPath: string;
  readonly path: DocumentPath;
  readonly operation: Operation;
  readonly parameters: readonly ParameterPlace[];
  readonly responses: readonly ResponsePlace[];
}

export interface ParameterPlace {
  readonly path: DocumentPath;
  readonly parameter: Parameter;
}

export interface ResponsePlace {
  readonly status: string;
  readonly path: DocumentPath;
  readonly response: Response;
}

function parametersOf(specification: Specification, path: DocumentPath, list: readonly Parameter[]): ParameterPlace[] {
  return list.map((parameter, index) => ({
    path: [...path, 'parameters', index],
    parameter: follow(specification, parameter),
  }));
}

function responsesOf(specification: Specification, path: DocumentPath, operation: Operation): ResponsePlace[] {
  return Object.entries(operation.responses ?? {}).map(([status, response]) => ({
    status,
    path: [...path, 'responses', status],
    response: follow(specification, response),
  }));
}

/** Every operation that the platform serves; webhooks, which the platform calls, are not among them. */
export function operationsOf(specification: Specification): OperationPlace[] {
  const places: OperationPlace[] = [];
  for (const [urlPath, item] of Object.entries(specification.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const path = ['paths', urlPath, method];
      places.push({
        id: operation.operationId ?? `${method} ${urlPath}`,
        method,
        urlPath,
        path,
        operation,
        parameters: [
          ...parametersOf(specification, ['paths', urlPath], item.parameters ?? []),
          ...parametersOf(specification, path, operation.parameters ?? []),
        ],
        responses: responsesOf(specification, path, operation),
      });
    }
  }
  return places;
}

export function isRefusal(status: string): boolean {
  return /^[45]/.test(status);
}

export function isSuccess(status: string): boolean {
  return status.startsWith('2');
}
