/**
 * Reads the arguments of a command. For --help, prints the help and ends the process. For an unknown flag, reports it in
 * one line and ends the process with 2.
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
