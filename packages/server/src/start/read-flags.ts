/** The command line cannot be used; the message is one line that names the flag and what to do. */
export class UnusableOptions extends Error {}

/** Reads the flags of a command; a flag that it does not know is refused in one line. */
export function readFlags<Values>(read: () => Values): Values {
  try {
    return read();
  } catch (error) {
    const [problem] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UnusableOptions(`${problem ?? ''}. --help shows the flags.`);
  }
}
