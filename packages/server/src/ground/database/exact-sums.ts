import { type RawBuilder, sql } from 'kysely';

// SQLite refuses a sum beyond 64 bits, even if only an intermediate sum is that large; a thousand of the largest
// amounts exceed it. So the upper and the lower 32 bits are summed separately, which two thousand million rows cannot
// overflow, and the carry of the lower sum is added to the upper one. Each sum has exactly one such pair, and pairs
// compare like sums.

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

/** The value to compare an exact sum with. PostgreSQL needs it on the left of a subquery. */
export function exact(amount: Amount): Amount {
  return sql`((${amount}) >> 32, (${amount}) & 4294967295)`;
}

export const zero: Amount = sql`(0, 0)`;

/** A sum of money over grouped rows, to compare with `exact`, `zero` or another sum. Zero without rows. */
export function exactSum(amount: Amount): Amount {
  return sql`(${upperOf(amount)}, ${lowerOf(amount)})`;
}

/** The columns of a sum in a subquery. `summed` reads them outside. */
export function exactSumAs(name: string, amount: Amount): Amount {
  return sql`${upperOf(amount)} as ${sql.ref(`${name}_upper`)}, ${lowerOf(amount)} as ${sql.ref(`${name}_lower`)}`;
}

/** The sum of a subquery with `exactSumAs`; zero if an outer join found no row. */
export function summed(name: string): Amount {
  return sql`(coalesce(${sql.ref(`${name}_upper`)}, 0), coalesce(${sql.ref(`${name}_lower`)}, 0))`;
}

/** A sum from columns that were already read. */
export function joined(upper: number | bigint, lower: number | bigint): bigint {
  return (BigInt(upper) << 32n) + BigInt(lower);
}
