import type { JsonObject } from '@payments-platform/types/spec';
import { isObject } from './described-objects.ts';

/** The numbers of an object, with the amounts within it and the lengths of its lists. */
export type Figures = Readonly<Record<string, number>>;

export function figuresOf(value: JsonObject): Figures {
  const found: Record<string, number> = {};
  for (const [field, member] of Object.entries(value)) {
    if (typeof member === 'number') found[field] = member;
    else if (Array.isArray(member)) found[`${field}.length`] = member.length;
    else if (isObject(member))
      for (const [name, inner] of Object.entries(member))
        if (typeof inner === 'number') found[`${field}.${name}`] = inner;
  }
  return found;
}

/** How many different cases make a rule of what they have in common. */
const enough = 6;

/** A total and two of its parts. */
type Sum = readonly [total: string, part: string, otherPart: string];

function sumsOf(fields: readonly string[]): Sum[] {
  return fields.flatMap((total) =>
    fields.flatMap((part) =>
      fields
        .filter((other) => part < other && total !== part && total !== other)
        .map((other) => [total, part, other] as const),
    ),
  );
}

/** Whether the total is the sum; `undefined` without all three, and with a zero, which fulfils too many sums. */
function isSum(figures: Figures, [total, part, other]: Sum): boolean | undefined {
  const [a = 0, b = 0, c = 0] = [figures[total], figures[part], figures[other]];
  return a === 0 || b === 0 || c === 0 ? undefined : a === b + c;
}

function isRule(sum: Sum, cases: Iterable<Figures>): boolean {
  const different = new Set<string>();
  for (const figures of cases) {
    const holds = isSum(figures, sum);
    if (holds === false) return false;
    if (holds === true) different.add(sum.map((field) => figures[field]).join());
  }
  return different.size >= enough;
}

/** The sums that hold in all of these cases, and not in an example: `fees = a + b`. */
export function brokenSums(example: Figures, cases: () => Iterable<Figures>): string[] {
  return sumsOf(Object.keys(example))
    .filter((sum) => isSum(example, sum) === false && isRule(sum, cases()))
    .map(([total, part, other]) => `${total} = ${part} + ${other}`);
}
