import type { SandboxFixture, SandboxTrigger } from '../../../types/src/sandbox-facts.ts';
import type { Specification } from '../../../types/src/specification.ts';
import type { Artifact } from './artifact.ts';
import { declaredEvents } from './event-types.ts';
import { generatedModule, literal } from './typescript-source.ts';

/** The cause of each event in the sandbox; every webhook must have one. */
function triggersOf(specification: Specification): readonly (readonly [type: string, SandboxTrigger])[] {
  return declaredEvents(specification).map(({ type, webhook, trigger }) => {
    if (trigger === undefined) throw new Error(`Webhook ${webhook}: x-sandbox-trigger does not say what causes it.`);
    const { cause, afterSeconds } = trigger;
    return [type, { cause: cause.trim(), afterSeconds }];
  });
}

/** The fixtures, in the order of their union. */
function fixturesOf({ components }: Specification): readonly SandboxFixture[] {
  const found = Object.values(components?.schemas ?? {}).flatMap((schema) => schema['x-sandbox-fixture'] ?? []);
  const order = components?.schemas?.['SandboxFixtureName']?.enum ?? [];
  return found
    .map(({ name, makes, afterSeconds }) => ({ name, makes: makes.trim(), afterSeconds }))
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

export function sandboxTriggers(specification: Specification): Artifact {
  const triggers = Object.fromEntries(triggersOf(specification));
  return generatedModule('triggers', [
    `/** What causes each event when it is triggered in the sandbox, and how long after that it happens. */\nexport const eventTriggers = ${literal(triggers)} as const;`,
    `/** What the sandbox makes on request, and how long it takes. */\nexport const sandboxFixtures = ${literal(fixturesOf(specification))} as const;`,
  ]);
}

const intro = `<!-- Generated from spec/webhooks and spec/schemas/sandbox by \`pnpm gen\`. Edit the files there, never this one. -->

# Fixtures and triggers

## Triggers

\`POST /sandbox/triggers\` makes an event happen by what really causes it. \`GET /sandbox/triggers\` lists this table. Where the event happens later, it does so by the clock of the platform, or at once with \`advancesClock\`. [The sandbox](sandbox.md#data-and-events-on-request) says more.

| Event | What happens | After |
| --- | --- | --- |`;

const fixturesIntro = `
## Fixtures

\`POST /sandbox/fixtures\` makes a named set of data and answers with its ids by what they are. \`GET /sandbox/fixtures\` lists this table. The time is how long it takes until everything is in the state that it is called after; with \`advancesClock\` the clock of the platform is moved on by that much.

| Name | What it makes | After |
| --- | --- | --- |`;

/** The page with the effect of each trigger and fixture. */
export function triggersPage(specification: Specification): Artifact {
  const rows = triggersOf(specification).map(
    ([type, { cause, afterSeconds }]) => `| \`${type}\` | ${cause} | ${delay(afterSeconds)} |`,
  );
  const fixtures = fixturesOf(specification).map(
    ({ name, makes, afterSeconds }) => `| \`${name}\` | ${makes} | ${delay(afterSeconds)} |`,
  );
  return { path: 'docs/triggers.md', content: `${[intro, ...rows, fixturesIntro, ...fixtures].join('\n')}\n` };
}

function delay(seconds: number): string {
  if (seconds === 0) return 'at once';
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
