import type { OperationId } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { InnerCaller, InnerRequest } from '../../operation/inner-requests.ts';
import { type ExternalCall, isRefusal, type Refusal, type Success } from '../../operation/operation.ts';

/** The body of a success. Lists and created resources have one, whatever the status. */
export type AnswerOf<O extends OperationId> = Exclude<Success<O>['body'], undefined>;

/** The interface has refused a step of a recipe: the platform lacks something that the recipe requires. */
export class StepRefused extends Error {
  readonly operation: OperationId;
  readonly refusal: Refusal;

  constructor(operation: OperationId, refusal: Refusal) {
    super(`${operation} was refused with ${refusal.code}`);
    this.operation = operation;
    this.refusal = refusal;
  }
}

/** The interface for recipes, with the caller of the operation as their caller. */
export interface Maker {
  /** The time of the platform's clock. */
  now(): Instant;
  ask<O extends OperationId>(operation: O, request?: InnerRequest<O>): Promise<AnswerOf<O>>;
  /** Does the work that is due now, such as the answer of the card issuer. */
  settle(): Promise<void>;
  /** Random digits; recipes append a magic ending. */
  digits(count: number): string;
  /** The same with an agent as the caller. */
  asAgent(accessToken: string): Maker;
}

export function makerFor({
  caller,
  deps,
  tenant,
}: Pick<ExternalCall<OperationId>, 'caller' | 'deps' | 'tenant'>): Maker {
  const makerBy = (by: InnerCaller): Maker => ({
    now: () => deps.clock.now(),
    ask: async (operation, request) => {
      const answer = await deps.inner.ask(by, operation, request);
      if (isRefusal(answer)) throw new StepRefused(operation, answer);
      return answer.body as AnswerOf<typeof operation>;
    },
    settle: () => deps.inner.settle(tenant),
    digits: (count) => {
      let text = '';
      for (const byte of deps.random.bytes(count)) text += byte % 10;
      return text;
    },
    asAgent: (accessToken) => makerBy({ accessToken }),
  });
  return makerBy(caller);
}
