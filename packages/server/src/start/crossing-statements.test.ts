import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { crossesTenants } from '../../test/crosses-tenants.ts';
import { runProgram } from '../../test/server-process.ts';

const document = readFileSync(new URL('../../../../docs/SCALE.md', import.meta.url), 'utf8');
const lister = fileURLToPath(new URL('../../test/crossing-statements.ts', import.meta.url));

/** The names in the table of a section. */
function namesIn(section: string): string[] {
  const text = document.split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = text.split('\n').flatMap((line) => /^\| [^|]+ \|([^|]+)\|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
}

interface Listed {
  readonly all: number;
  readonly crossing: readonly string[];
  readonly moving: readonly string[];
}

it('statements that cross tenants match the lists in docs/SCALE.md', async () => {
  const { output, complaint } = await runProgram(lister, []);
  const listed = JSON.parse(output || complaint) as Listed;
  expect(listed.all).toBeGreaterThan(400);
  expect([...listed.crossing].sort()).toEqual(namesIn('Statements that cross tenants').sort());
  expect([...listed.moving].sort()).toEqual(namesIn('Statements that move rows between tenants').sort());
});

it.each([
  ['select * from "quotes" where "tenant" = $1 and "id" = $2', false],
  ['select * from "quotes" where "id" = $1', true],
  ['select "q".* from "quotes" as "q" where "q"."tenant" = $1', false],
  ['select q.* from quotes q join platforms p on p.tenant = q.tenant where p.platform_id = $1', true],
  ['update "quotes" set "tenant" = $1 where "id" = $2', true],
  ['update "quotes" set "state" = $1 where tenant = cast($2 as integer)', false],
  ['delete from "guesses" where "ends_at" <= $1', true],
  ['insert into "timers" ("tenant", "id") values ($1, $2)', false],
  ['insert into "guesses" ("digest", "tenant") values ($1, $2)', true],
])('the check for tenant crossing classifies %s', (text, isCrossing) => {
  expect(crossesTenants(text)).toBe(isCrossing);
});
