import { type Method, methods, type Operation, type Specification } from '../../types/src/specification.ts';
import { escapeHtml } from './html.ts';
import { pages } from './page.ts';

export interface ListedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

export function listOperations(specification: Specification): ListedOperation[] {
  return Object.entries(specification.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.operationId === undefined ? [] : [{ id: operation.operationId, method, path, operation }];
    }),
  );
}

/** The address of the operation in the reference. */
export function operationAddress({ id, operation }: Pick<ListedOperation, 'id' | 'operation'>): string {
  const tag = (operation.tags?.[0] ?? '').replaceAll(' ', '-');
  return `${pages.reference.file}#tag/${tag}/operation/${id}`;
}

/** The method and the path, by which readers of the guides know the operation. */
export function requestLink(listed: ListedOperation): string {
  const request = `${listed.method.toUpperCase()} ${listed.path}`;
  return `<a class="name" href="${escapeHtml(operationAddress(listed))}"><code>${escapeHtml(request)}</code></a>`;
}
