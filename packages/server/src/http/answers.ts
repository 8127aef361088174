import type { Asking, Question } from '../operation/operation.ts';

/** Leaves the unit of a handler that needs an answer from outside first. */
export class Unanswered extends Error {
  readonly question: Question<unknown>;
  constructor(question: Question<unknown>) {
    super('a question is to be put outside');
    this.question = question;
  }
}

/** What the outside world has answered in the course of one call. */
export interface Answers extends Asking {
  /** Puts a question, with no unit open. */
  fetch(question: Question<unknown>): Promise<void>;
}

export function createAnswers(): Answers {
  const known = new Map<string, unknown>();
  return {
    ask: <A>(question: Question<A>): A => {
      if (!known.has(question.key)) throw new Unanswered(question);
      // The question with this key was put by `fetch`, and its type is that of the answer.
      return known.get(question.key) as A;
    },
    fetch: async ({ key, put }) => {
      known.set(key, await put());
    },
  };
}
