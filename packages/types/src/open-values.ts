import type { WebhookEvent } from './generated/events.ts';
import type { components, paths } from './generated/openapi.ts';
import type { OperationId, OperationTable } from './generated/operations.ts';

/**
 * Stands for the values that a list may gain within this version of the interface. No real value has this form. The
 * pattern differs from every listed value, so comparisons still narrow and a misspelt value still does not compile,
 * while a `switch` over a list needs a `default` and still compiles when a value is added.
 */
export type Unlisted = `${string} (added later)`;

type IsPattern<Text extends string> = Record<never, 1> extends Record<Text, 1> ? true : false;

type IsSeveral<Text, Whole = Text> = Text extends unknown ? ([Whole] extends [Text] ? false : true) : never;

/** The variants of a union have constants and ids are patterns, so a list is any type with several plain values. */
type OpenedText<Text extends string> = [Text] extends [never]
  ? never
  : IsPattern<Text> extends true
    ? Text
    : true extends IsSeveral<Text>
      ? Text | Unlisted
      : Text;

/** A file is a value of its own. */
type OpenedParts<Value> = Value extends Blob
  ? Value
  : Value extends object
    ? { [Name in keyof Value]: Opened<Value[Name]> }
    : Value;

/** The same type with open lists, as readers must expect it. */
export type Opened<Value> = OpenedText<Extract<Value, string>> | OpenedParts<Exclude<Value, string>>;

/** A schema of the interface, as read from a response or an event. */
export type Received<Name extends keyof components['schemas']> = Opened<components['schemas'][Name]>;

/** The error codes of each operation by status, with the method and path as key. */
type CodesByCall = {
  readonly [Id in OperationId as `${Lowercase<OperationTable[Id]['method']>} ${OperationTable[Id]['path']}`]: {
    readonly [Status in keyof OperationTable[Id]['errorCodes']]: OperationTable[Id]['errorCodes'][Status] extends readonly (infer Code)[]
      ? Code
      : never;
  };
};

type CodesOf<Call extends string> = Call extends keyof CodesByCall ? CodesByCall[Call] : Record<never, never>;

/** A refusal of one operation: the codes of the status that this operation declares. */
type Refusal<Body, Code> = {
  readonly [Name in keyof Body]: Name extends 'code' ? Code | Unlisted : Opened<Body[Name]>;
};

type OpenedBodies<Content, Code> = { readonly [Type in keyof Content]: Refusal<Content[Type], Code> };

type OpenedResponse<Response, Code> = {
  readonly [Part in keyof Response]: Part extends 'content'
    ? OpenedBodies<Response[Part], Code>
    : Opened<Response[Part]>;
};

type OpenedResponses<Responses, Codes> = {
  readonly [Status in keyof Responses]: Status extends keyof Codes
    ? OpenedResponse<Responses[Status], Codes[Status]>
    : Opened<Responses[Status]>;
};

type OpenedOperation<Operation, Codes> = Operation extends { readonly responses: infer Responses }
  ? Opened<Omit<Operation, 'responses'>> & { readonly responses: OpenedResponses<Responses, Codes> }
  : Operation;

/**
 * The paths of the interface with open lists, and with the error codes of each operation. Requests have open lists too,
 * so that a value that was read can be changed and sent back; no literal matches `Unlisted`.
 */
export type OpenPaths = {
  readonly [Path in keyof paths]: {
    readonly [Method in keyof paths[Path]]: OpenedOperation<
      paths[Path][Method],
      CodesOf<`${Method & string} ${Path & string}`>
    >;
  };
};

/** An event of a type that this version of the types does not know. Respond with 2xx and ignore it. */
export interface UnlistedEvent {
  /** Every event except `TEST` has one, so that a receiver can drop repeated events of any type. */
  readonly id: string;
  readonly type: Unlisted;
  readonly timestamp: string;
  /** Numbers the events of one resource, as for events of known types. */
  readonly sequence?: number;
  readonly data?: unknown;
}

/** The body of a webhook request as read: any event of this version, or one that was added later. */
export type ReceivedEvent = Opened<WebhookEvent> | UnlistedEvent;
