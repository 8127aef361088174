/** The command line is wrong. The message is one line that names the flag and the fix. */
export class UnusableOptions extends Error {}

/** Reads the flags of a command. Refuses an unknown flag in one line. */
export function readFlags<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    const [problem] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UnusableOptions(`${problem ?? ''}. --help shows the flags.`);
  }
}
