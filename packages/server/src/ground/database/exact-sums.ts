import { type RawBuilder, sql } from 'kysely';

// SQLite refuses a sum beyond 64 bits, even where only a part of it is on the way to a small one, and a thousand of the
// largest amounts make one. So the upper and the lower 32 bits are summed apart, which two thousand million rows cannot
// exceed, and what the lower ones carry is added to the upper ones: each sum has one such pair, and pairs compare as
// sums do.

type Amount = RawBuilder<unknown>;

function upperOf(amount: Amount): Amount {
  return sql`coalesce(sum((${amount}) >> 32), 0) + (${lowerSum(amount)} >> 32)`;
}

function lowerOf(amount: Amount): Amount {
  return sql`${lowerSum(amount)} & 4294967295`;
}

function lowerSum(amount: Amount): Amount {
  return sql`coalesce(cast(sum((${amount}) & 4294967295) as bigint), 0)`;
}

/** What an exact sum is compared with. PostgreSQL wants it on the left of a subquery. */
export function exact(amount: Amount): Amount {
  return sql`((${amount}) >> 32, (${amount}) & 4294967295)`;
}

export const zero: Amount = sql`(0, 0)`;

/** A sum of money among grouped rows, to be compared with `exact`, `zero` or another one; of no rows it is zero. */
export function exactSum(amount: Amount): Amount {
  return sql`(${upperOf(amount)}, ${lowerOf(amount)})`;
}

/** The columns of a sum in a subquery; `summed` reads them outside of it. */
export function exactSumAs(name: string, amount: Amount): Amount {
  return sql`${upperOf(amount)} as ${sql.ref(`${name}_upper`)}, ${lowerOf(amount)} as ${sql.ref(`${name}_lower`)}`;
}

/** The sum that a subquery has made with `exactSumAs`; zero where an outer join found none. */
export function summed(name: string): Amount {
  return sql`(coalesce(${sql.ref(`${name}_upper`)}, 0), coalesce(${sql.ref(`${name}_lower`)}, 0))`;
}

/** A sum whose columns were read. */
export function joined(upper: number | bigint, lower: number | bigint): bigint {
  return (BigInt(upper) << 32n) + BigInt(lower);
}
