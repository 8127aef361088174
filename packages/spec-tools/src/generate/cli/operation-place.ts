import {
  type Method,
  methods,
  type Operation,
  type Parameter,
  type Specification,
} from '../../../../types/src/specification.ts';
import { follow } from '../../rules/references.ts';

/** One operation with its method and path. */
export interface OperationPlace {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
  /** Path parameters first. */
  readonly parameters: readonly Parameter[];
  readonly isPaged: boolean;
}

export function placesOf(specification: Specification): readonly OperationPlace[] {
  return Object.entries(specification.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
        follow(specification, parameter),
      );
      const isPaged =
        method === 'get' && parameters.some(({ in: place, name }) => place === 'query' && name === 'cursor');
      return [{ method, path, operation, parameters, isPaged }];
    }),
  );
}
