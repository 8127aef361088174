import { test } from 'vitest';
import type { Platform, PlatformOptions, StatefulPlatform, Target } from '../targets/target.ts';

type Scenario<P> = (name: string, body: (platform: P) => Promise<void>, options?: PlatformOptions) => void;

export interface Skip {
  readonly target: string;
  readonly reason: string;
  readonly name: string;
}

const skips: Skip[] = [];

/** What a target could not show, for the report at its end. */
export function skippedOn({ name }: Target): readonly Skip[] {
  return skips.filter(({ target }) => target === name);
}

/** Declares a scenario on a platform of its own, closed whatever happens. */
export function scenarioOn(target: Target): Scenario<Platform> {
  return (name, body, options) => {
    test(name, () => onPlatform(() => target.newPlatform(options), body));
  };
}

/** Declares scenarios that only a target with state can show; elsewhere they are skipped for the reason given. */
export function needsState(target: Target, reason: string): Scenario<StatefulPlatform> {
  return (name, body, options) => {
    if (target.isStateful) {
      test(name, () => onPlatform(() => target.newPlatform(options), body));
      return;
    }
    skips.push({ target: target.name, reason, name });
    test.skip(`${name} (skipped: ${reason})`, () => undefined);
  };
}

/** Declares what is decided above the database, unless the target is there for its database alone. */
export function aboveTheDatabase(target: Target, declare: (target: Target) => void): void {
  if (!target.isStateful || target.isSecondEngine !== true) declare(target);
}

async function onPlatform<P extends Platform>(
  open: () => Promise<P>,
  body: (platform: P) => Promise<void>,
): Promise<void> {
  const platform = await open();
  try {
    await body(platform);
  } catch (error) {
    // What the scenario saw matters more than what closing finds afterwards.
    await platform.close().catch(() => undefined);
    throw error;
  }
  await platform.close();
}
