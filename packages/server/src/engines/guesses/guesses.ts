import { sql } from 'kysely';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

/** How often one party may guess a code in a window of real time. */
export interface GuessLimit {
  readonly most: number;
  readonly windowMs: number;
}

interface Guess {
  readonly digest: string;
  readonly now: Instant;
  readonly endsAt: Instant;
}

interface Counted {
  readonly count: number;
  readonly ends_at: Instant;
}

/** The first guess after the end of a window starts the next window. */
const count = statement<Guess, Counted>('countGuess', (db, { digest, now, endsAt }) =>
  db
    .insertInto('guesses')
    .values({ digest, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('guesses.ends_at', '<=', now)
          .then(1)
          .else(eb('guesses.count', '+', 1))
          .end(),
        ends_at: eb.case().when('guesses.ends_at', '<=', now).then(endsAt).else(eb.ref('guesses.ends_at')).end(),
      })),
    )
    .returning(['count', 'ends_at']),
);

/**
 * Counts a guess before it is checked, so that concurrent guesses count too. Returns the end of the window if there
 * were too many, and `undefined` if this guess is allowed. `digest` identifies the party and the code; `now` is real
 * time.
 */
export async function countGuess(
  unit: Unit,
  digest: string,
  now: Instant,
  { most, windowMs }: GuessLimit,
): Promise<Instant | undefined> {
  const counted = await unit.first(count, { digest, now, endsAt: plusMs(now, windowMs) });
  if (counted === undefined) throw new Error('a guess was not counted');
  return counted.count > most ? counted.ends_at : undefined;
}

const giveBack = statement<{ readonly digest: string }, never>('uncountGuess', (db, { digest }) =>
  db
    .updateTable('guesses')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('digest', '=', digest)
    .where('count', '>', 0),
);

/** A correct guess does not count. */
export function uncountGuess(unit: Unit, digest: string): void {
  unit.write(giveBack, { digest });
}

const rename = statement<{ readonly digest: string; readonly to: string }, never>('moveGuesses', (db, { digest, to }) =>
  rawQuery(sql<never>`update guesses set digest = ${to} where digest = ${digest}`, db),
);

/** Continues the count of a party under its new digest. */
export function moveGuesses(unit: Unit, moved: { readonly digest: string; readonly to: string }): void {
  unit.write(rename, moved);
}
