/** A reason to refuse a release, as a sentence with the next step. Any other error is a bug. */
export class ReleaseProblem extends Error {}
