import type { AgentPermission, OperationId } from '@payments-platform/types';
import type { Json, PlainSchema } from '@payments-platform/types/spec';

/** The place and name of a tool argument in the request. */
interface ArgumentPlace {
  readonly place: 'path' | 'query' | 'header' | 'body' | 'intent';
  readonly wireName: string;
}

/** An operation of agents as a tool for a language model. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly next: string;
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The policy must have one of these permissions; if empty, none is required. */
  readonly permissions: readonly AgentPermission[];
  /** How many hours a request waits for approval, if the response does not say until when. */
  readonly decidedWithinHours: number | null;
  readonly arguments: Readonly<Record<string, ArgumentPlace>>;
  readonly inputSchema: ToolSchema;
}

interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PlainSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
  readonly examples?: readonly Readonly<Record<string, Json>>[];
}

/** The arguments that a model sends to a tool. */
export type ToolArguments = Readonly<Record<string, unknown>>;
