/** A healthy disk takes milliseconds. */
const slowMs = 1_000;
const reminderMs = 60_000;

/**
 * Reports slow commits of the embedded store, at most one a minute. Only this shows why the process stands still:
 * meanwhile it answers nothing, and its health checks find a database that works.
 */
export function slowCommits(tell: (line: string) => void, nowMs = () => performance.now()): (ms: number) => void {
  let quietUntilMs = 0;
  return (ms) => {
    if (ms < slowMs || nowMs() < quietUntilMs) return;
    quietUntilMs = nowMs() + reminderMs;
    tell(
      `the disk took ${(ms / 1000).toFixed(1)} s for a commit, and every request waited. Check the disk of the data.`,
    );
  };
}
