/** Smaller steps delay nothing for long. */
const mostMs = 2_000;
const intervalMs = 1_000;

interface Readings {
  readonly wallMs: () => number;
  /** Is never set, so it shows how far the other one was. */
  readonly steadyMs: () => number;
}

const ofProcess: Readings = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * Reports each time that the clock of the machine is set back: due work and webhooks then wait, and nothing else shows
 * why, since requests are answered as before. A clock that is ahead after a sleep of the machine delays nothing.
 */
export function clockSteps(tell: (line: string) => void, { wallMs, steadyMs }: Readings = ofProcess): () => void {
  let lead = wallMs() - steadyMs();
  return () => {
    const before = lead;
    lead = wallMs() - steadyMs();
    const backMs = before - lead;
    if (backMs <= mostMs) return;
    const seconds = Math.round(backMs / 1000);
    tell(
      `The clock of this machine was set back by ${seconds} seconds. Due work and webhooks of that time wait until it has caught up, see "One clock" in docs/operations.md.`,
    );
  };
}

/** Looks at the clock every second. Returns a function that ends it. */
export function watchClock(tell: (line: string) => void): () => void {
  const timer = setInterval(clockSteps(tell), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
