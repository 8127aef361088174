import type { OperationId } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { InnerCaller, InnerRequest } from '../../operation/inner-requests.ts';
import { type ExternalCall, isRefusal, type Refusal, type Success } from '../../operation/operation.ts';

/** The body of a success; what is listed or created has one, whatever its status. */
export type AnswerOf<O extends OperationId> = Exclude<Success<O>['body'], undefined>;

/** A step of a recipe that the interface refuses: the platform lacks something that the recipe needs. */
export class StepRefused extends Error {
  readonly operation: OperationId;
  readonly refusal: Refusal;

  constructor(operation: OperationId, refusal: Refusal) {
    super(`${operation} was refused with ${refusal.code}`);
    this.operation = operation;
    this.refusal = refusal;
  }
}

/** What recipes work with: the interface, as the caller who asked for them. */
export interface Maker {
  /** What the clock of the platform shows. */
  now(): Instant;
  ask<O extends OperationId>(operation: O, request?: InnerRequest<O>): Promise<AnswerOf<O>>;
  /** Lets happen what is due now, such as the answer of the card issuer. */
  settle(): Promise<void>;
  /** So many digits that were not used before; a magic ending goes behind them. */
  digits(count: number): string;
  /** The same in the name of an agent. */
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
