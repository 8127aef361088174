import { methods, type Operation, type Specification } from '../../packages/types/src/specification.ts';
import { escapeHtml } from './html.ts';
import { pages } from './page.ts';

export interface ListedOperation {
  readonly id: string;
  readonly operation: Operation;
}

export function listOperations(specification: Specification): ListedOperation[] {
  return Object.values(specification.paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.operationId === undefined ? [] : [{ id: operation.operationId, operation }];
    }),
  );
}

/** A link to the place where the reference shows the operation. */
export function operationLink({ id, operation }: ListedOperation): string {
  const tag = (operation.tags?.[0] ?? '').replaceAll(' ', '-');
  return `<a href="${pages.reference.file}#tag/${escapeHtml(tag)}/operation/${escapeHtml(id)}"><code>${escapeHtml(id)}</code></a>`;
}
