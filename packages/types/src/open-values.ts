import type { WebhookEvent } from './generated/events.ts';
import type { components, paths } from './generated/openapi.ts';

/**
 * Stands for the values that a list may gain within this version of the interface. No value really looks like this: the
 * pattern keeps it apart from every listed one, so that comparisons still narrow and a misspelt value still does not
 * compile, while a `switch` over a list needs a `default` and goes on compiling when a value is added.
 */
export type Unlisted = `${string} (added later)`;

type IsPattern<Text extends string> = Record<never, 1> extends Record<Text, 1> ? true : false;

type IsSeveral<Text, Whole = Text> = Text extends unknown ? ([Whole] extends [Text] ? false : true) : never;

/** Constants tell the kinds of a union apart and ids are patterns, so a list is what has several plain values. */
type OpenedText<Text extends string> = [Text] extends [never]
  ? never
  : IsPattern<Text> extends true
    ? Text
    : true extends IsSeveral<Text>
      ? Text | Unlisted
      : Text;

type OpenedParts<Value> = Value extends object ? { [Name in keyof Value]: Opened<Value[Name]> } : Value;

/** The same value as readers must expect it: each list in it may have grown. */
export type Opened<Value> = OpenedText<Extract<Value, string>> | OpenedParts<Exclude<Value, string>>;

/** A schema of the interface as it is read from an answer or an event. */
export type Received<Name extends keyof components['schemas']> = Opened<components['schemas'][Name]>;

type OpenedResponses<Operation> = Operation extends { readonly responses: infer Responses }
  ? Omit<Operation, 'responses'> & { readonly responses: Opened<Responses> }
  : Operation;

/** The paths of the interface with open lists in everything that is read; what is sent stays as exact as it is. */
export type OpenPaths = {
  readonly [Path in keyof paths]: { readonly [Method in keyof paths[Path]]: OpenedResponses<paths[Path][Method]> };
};

/** An event of a type that this version of the types does not know. Answer 2xx and leave it. */
export interface UnlistedEvent {
  /** Every event but `TEST` has one, so that a receiver can drop what it has already, whatever the type. */
  readonly id: string;
  readonly type: Unlisted;
  readonly timestamp: string;
  readonly data?: unknown;
}

/** The body of a webhook request as it is read: any event of today, or one that was added later. */
export type ReceivedEvent = Opened<WebhookEvent> | UnlistedEvent;
