/** A reason why nothing is released, as a sentence that says what to do. Anything else that is thrown is a bug. */
export class ReleaseProblem extends Error {}
