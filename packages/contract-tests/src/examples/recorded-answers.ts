import type { Json, Schema } from '@payments-platform/types/spec';
import { describedObjects } from './described-objects.ts';
import { answerSchema, type DocumentedExample, events, operations, successExamples } from './documented-examples.ts';
import { factsAllowing, factsOf } from './facts.ts';
import { brokenSums, type Figures, figuresOf } from './figures.ts';

/** What the objects of one schema have shown. */
interface Shown {
  /** Each fact, with those that were true at the same time. */
  readonly together: Map<string, Set<string>>;
  readonly alone: Set<string>;
  readonly figures: Map<string, Figures>;
}

/** What a server has answered, by the schema of each object. */
export interface Recorded {
  answer(operationId: string, status: number, body: Json): void;
  event(type: string, body: Json): void;
  /** What the server has never shown, in words. */
  unseenIn(schema: Schema, example: Json, place: string): string[];
}

const mostFigures = 200;

function emptyShown(): Shown {
  return { together: new Map(), alone: new Set(), figures: new Map() };
}

export function createRecorded(): Recorded {
  const bySchema = new Map<string, Shown>();
  const bodies = new Set<string>();
  const combinations = new Set<string>();

  function record(schema: Schema, body: Json, place: string): void {
    const text = `${place} ${JSON.stringify(body)}`;
    if (bodies.has(text)) return;
    bodies.add(text);
    for (const object of describedObjects([schema], body, place)) {
      const shown = bySchema.get(object.name) ?? emptyShown();
      bySchema.set(object.name, shown);
      const figures = figuresOf(object.value);
      if (shown.figures.size < mostFigures) shown.figures.set(JSON.stringify(figures), figures);
      const { ofServer, alone } = factsOf(object);
      for (const fact of alone) shown.alone.add(fact);
      const combination = `${object.name} ${ofServer.join()}`;
      if (combinations.has(combination)) continue;
      combinations.add(combination);
      for (const fact of ofServer) {
        const others = shown.together.get(fact) ?? new Set();
        shown.together.set(fact, others);
        for (const other of ofServer) others.add(other);
      }
    }
  }

  return {
    answer: (operationId, status, body) => {
      const schema = answerSchema(operationId, status);
      if (schema !== undefined) record(schema, body, `${operationId} ${status}`);
    },
    event: (type, body) => {
      const schema = events.get(type)?.schema;
      if (schema !== undefined) record(schema, body, type);
    },
    unseenIn: (schema, example, place) =>
      describedObjects([schema], example, place).flatMap((object) => {
        const shown = bySchema.get(object.name);
        if (shown === undefined) return [`${object.name} was never sent`];
        const facts = factsOf(object);
        const unseen = [
          ...facts.ofServer.filter((fact) => !shown.together.has(fact)),
          ...facts.alone.filter((fact) => !factsAllowing(fact).some((one) => shown.alone.has(one))),
        ];
        const known = facts.ofServer.filter((fact) => shown.together.has(fact));
        const apart = known.flatMap((fact, index) =>
          known
            .slice(index + 1)
            .filter((other) => shown.together.get(fact)?.has(other) === false)
            .map((other) => `${fact} while ${other}`),
        );
        const broken = brokenSums(figuresOf(object.value), () => shown.figures.values()).map((name) => `not ${name}`);
        return [...unseen, ...apart, ...broken].map((fact) => `${object.name}: ${fact}`);
      }),
  };
}

/** What the examples of the specification show and the server has never sent. */
export function unseenExamples(recorded: Recorded): string[] {
  const compared = (place: string, { name, schema, value }: DocumentedExample): string[] =>
    recorded.unseenIn(schema, value, place).map((fact) => `${place} ${name} → ${fact}`);
  return [
    ...[...operations.keys()].flatMap((operationId) =>
      successExamples(operationId).flatMap((example) => compared(operationId, example)),
    ),
    ...[...events].flatMap(([type, { examples }]) => examples.flatMap((example) => compared(type, example))),
  ];
}
