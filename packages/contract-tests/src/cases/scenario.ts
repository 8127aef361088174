import { test } from 'vitest';
import type { Platform, PlatformOptions, StatefulPlatform, Target } from '../targets/target.ts';

type Scenario<P> = (name: string, body: (platform: P) => Promise<void>, options?: PlatformOptions) => void;

export interface Skip {
  readonly target: string;
  readonly reason: string;
  readonly name: string;
}

const skips: Skip[] = [];

/** The scenarios that a target could not run, for the report at its end. */
export function skippedOn({ name }: Target): readonly Skip[] {
  return skips.filter(({ target }) => target === name);
}

/** Declares a scenario on its own platform, which is closed in every case. */
export function scenarioOn(target: Target): Scenario<Platform> {
  return (name, body, options) => {
    test(name, () => onPlatform(() => target.newPlatform(options), body));
  };
}

/** Declares scenarios that need a target with state; elsewhere they are skipped with the given reason. */
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

/** Declares scenarios for behaviour above the database; a target that only tests its database skips them. */
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
    // An error of the scenario matters more than one of the cleanup afterwards.
    await platform.close().catch(() => undefined);
    throw error;
  }
  await platform.close();
}
