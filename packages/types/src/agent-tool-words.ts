/** How an operation is described to a language model. */
export interface AgentToolWords {
  readonly name: string;
  readonly when: string;
  readonly next: string;
  /** Fields and alternatives of the body that agents do not use, with dots between the levels. */
  readonly leavesOut?: readonly string[];
  /** A field with too many kinds to list them all. */
  readonly summarises?: string;
  /** How many hours a request waits for approval, if the response does not say until when. */
  readonly decidedWithinHours?: number;
}

/** The same for the replacement of a parameter. */
export interface AgentArgumentWords {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}
