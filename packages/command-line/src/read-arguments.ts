/**
 * Reads the arguments of a command. Asked for help, it prints it and ends the process; given a flag that the
 * command does not know, it says so in one line and ends the process with 2.
 */
export function readArguments<Values extends { readonly help?: boolean | undefined }>(
  help: string,
  read: () => Values,
): Values {
  let values: Values;
  try {
    values = read();
  } catch (error) {
    const [problem] = (error instanceof Error ? error.message : String(error)).split('. ');
    process.stderr.write(`${problem ?? ''}. --help shows the flags.\n`);
    process.exit(2);
  }
  if (values.help === true) {
    process.stdout.write(help);
    process.exit(0);
  }
  return values;
}
