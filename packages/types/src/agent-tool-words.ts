/** How an operation is told to a language model. */
export interface AgentToolWords {
  readonly name: string;
  readonly when: string;
  readonly next: string;
  /** Fields and alternatives of the body that an agent has no use for, with dots between the levels. */
  readonly leavesOut?: readonly string[];
  /** A field that has too many kinds to list them all. */
  readonly summarises?: string;
  /** How long a request waits for its approval, where nothing in the answer says until when. */
  readonly decidedWithinHours?: number;
}

/** The same for what takes the place of a parameter. */
export interface AgentArgumentWords {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}
