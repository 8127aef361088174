import type { AgentPermission, OperationId } from '@payments-platform/types';
import type { Json, PlainSchema } from '@payments-platform/types/spec';

/** Where an argument of a tool goes in the request, and what the request calls it. */
export interface ArgumentPlace {
  readonly place: 'path' | 'query' | 'header' | 'body' | 'intent';
  readonly wireName: string;
}

/** An operation of agents as a language model is offered it. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly next: string;
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Of which the policy must have one, if there are any. */
  readonly permissions: readonly AgentPermission[];
  /** How long a request waits for its approval, where nothing in the answer says until when. */
  readonly decidedWithinHours: number | null;
  readonly arguments: Readonly<Record<string, ArgumentPlace>>;
  readonly inputSchema: ToolSchema;
}

export interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PlainSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
  readonly examples?: readonly Readonly<Record<string, Json>>[];
}

/** What a model sends to a tool. */
export type ToolArguments = Readonly<Record<string, unknown>>;
