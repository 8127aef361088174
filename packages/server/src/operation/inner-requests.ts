import type { OperationId, operations } from '@payments-platform/types';
import type { Caller, Input, Refusal, Success } from './operation.ts';

/** The caller of an inner request: that of the operation that makes it, or an agent by its access token. */
export type InnerCaller = Caller | { readonly accessToken: string };

/** The file of a form. */
export interface InnerFile {
  readonly name: string;
  readonly text: string;
}

type FormOf<O extends OperationId> = operations[O] extends {
  readonly requestBody: { readonly content: { readonly 'multipart/form-data': infer F } };
}
  ? Omit<F, 'file'> & { readonly file: InnerFile }
  : Input<O>['body'];

/** One request, as it would arrive over HTTP. */
export interface InnerRequest<O extends OperationId> {
  readonly path?: Input<O>['path'];
  readonly query?: Input<O>['query'];
  readonly body?: FormOf<O>;
  /** Its `Idempotency-Key`. */
  readonly key?: string;
}

/**
 * The server as its own caller. A request takes the same steps as one over HTTP: permission, validation, handler,
 * transaction and key. The sandbox makes its data this way, so no data bypasses the interface.
 */
export interface InnerRequests {
  readonly ask: <O extends OperationId>(
    by: InnerCaller,
    operation: O,
    request?: InnerRequest<O>,
  ) => Promise<Success<O> | Refusal>;
  /** Does the work that is due for the platform now, apart from webhooks, without moving its clock. */
  readonly settle: (tenant: number) => Promise<void>;
  /** Runs the work of one platform one after the other; `undefined` if too much is already waiting. */
  readonly inTurn: <T>(tenant: number, work: () => Promise<T>) => Promise<T | undefined>;
}

declare module './deps.ts' {
  interface ServerDeps {
    readonly inner: InnerRequests;
  }
}
