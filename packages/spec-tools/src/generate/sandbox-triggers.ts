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
    `/** The cause of each event that the sandbox can trigger, and the delay until the event. */\nexport const eventTriggers = ${literal(triggers)} as const;`,
    `/** The fixtures that the sandbox creates on request, and the time each takes. */\nexport const sandboxFixtures = ${literal(fixturesOf(specification))} as const;`,
  ]);
}

const intro = `<!-- Generated from spec/webhooks and spec/schemas/sandbox by \`pnpm gen\`. Edit the files there, never this one. -->

# Fixtures and triggers

## Triggers

\`POST /sandbox/triggers\` causes an event in the same way as in production. \`GET /sandbox/triggers\` lists this table. A delayed event waits for the clock of the platform, or happens immediately with \`advancesClock\`. [The sandbox](sandbox.md#data-and-events-on-request) has the details.

| Event | Cause | Delay |
| --- | --- | --- |`;

const fixturesIntro = `
## Fixtures

\`POST /sandbox/fixtures\` creates a named set of data and returns its ids by kind. \`GET /sandbox/fixtures\` lists this table. The time is the delay until everything is in the state that the name says; with \`advancesClock\` the clock of the platform advances by that time.

| Name | Data | Delay |
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
  if (seconds === 0) return 'none';
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
