// The format that the generator of commands writes and the program reads.

/** How the text of a flag is converted to a value. */
export type FlagKind = 'TEXT' | 'NUMBER' | 'SWITCH' | 'TEXTS' | 'NUMBERS' | 'JSON' | 'FILE';

export interface FlagFacts {
  /** Without the dashes; dots separate the levels of objects. */
  readonly name: string;
  readonly place: 'query' | 'header' | 'body';
  /** The path of the value in the request, level by level. */
  readonly at: readonly string[];
  readonly kind: FlagKind;
  readonly isRequired: boolean;
  readonly about: string;
  /** The values that the specification lists; a newer platform may accept more. */
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
  /** The media types of successful responses; empty if they have no body. */
  readonly answers: readonly string[];
  /** The parameters of the path, in order. */
  readonly operands: readonly { readonly name: string; readonly at: string; readonly about: string }[];
  readonly flags: readonly FlagFacts[];
  /** Example requests of the specification as arguments, after the words of the command. */
  readonly examples: readonly { readonly title: string; readonly words: readonly string[] }[];
}
