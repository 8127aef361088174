import { runScript, UnusableFlag } from '../../../command-line/src/run-command.ts';

/** The result of a proof. */
export interface Proof {
  readonly holds: boolean;
  /** Its figures by name, for `--json`. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** The text for people, instead of the figures. */
  readonly text?: string;
}

/**
 * Runs a proof as a command: progress goes to standard error, results go to standard output, and the exit status says
 * whether everything holds. A command imports its proof in `prove`, so that --help stays fast.
 */
export function launchProof(
  name: string,
  { json }: { readonly json?: boolean | undefined },
  prove: () => Promise<Proof>,
): Promise<never> {
  return runScript(name, async () => {
    const { holds, figures, text } = await prove();
    process.stdout.write(json === true ? `${JSON.stringify(figures)}\n` : (text ?? linesOf(figures)));
    return holds ? 0 : 1;
  });
}

function linesOf(figures: Proof['figures']): string {
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return Object.entries(figures)
    .map(([name, value]) => `${name.padEnd(20)} ${shown(value)}\n`)
    .join('');
}

/** The mistakes that `--plant` selects: one of them, all, or none without the flag. */
export function chosenPlants<P extends { readonly name: string }>(
  plants: readonly P[],
  asked: string | undefined,
): P[] {
  const chosen = plants.filter(({ name }) => asked === 'all' || asked === name);
  if (asked === undefined || chosen.length > 0) return chosen;
  throw new UnusableFlag(`--plant knows no "${asked}"; --help lists them.`);
}
