// What the generator of commands writes and the program reads.

/** How the text of a flag becomes a value. */
export type FlagKind = 'TEXT' | 'NUMBER' | 'SWITCH' | 'TEXTS' | 'NUMBERS' | 'JSON' | 'FILE';

export interface FlagFacts {
  /** Without the dashes; dots lead into objects. */
  readonly name: string;
  readonly place: 'query' | 'header' | 'body';
  /** Where the value goes, level by level. */
  readonly at: readonly string[];
  readonly kind: FlagKind;
  readonly isRequired: boolean;
  readonly about: string;
  /** The values that the specification lists; a newer platform may take more. */
  readonly values?: readonly string[] | undefined;
}

/** One operation as a command. */
export interface CommandFacts {
  readonly operationId: string;
  readonly words: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly credentials: 'TOKEN' | 'AGENT' | 'NONE';
  readonly body: 'JSON' | 'FORM' | 'NONE';
  readonly isBodyRequired: boolean;
  readonly isPaged: boolean;
  /** The media types of its successes; none where they have no body. */
  readonly answers: readonly string[];
  /** What the path needs, in its order. */
  readonly operands: readonly { readonly name: string; readonly at: string; readonly about: string }[];
  readonly flags: readonly FlagFacts[];
  /** Requests of the specification as they are typed, after the words of the command. */
  readonly examples: readonly { readonly title: string; readonly words: readonly string[] }[];
}
