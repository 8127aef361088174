/** The command line says something that cannot be done: exit code 2. */
export class UnusableCommand extends Error {
  override readonly name = 'UnusableCommand';
}

/** What was asked for is not so, or could not be done: exit code 1. What there is to say has been said. */
export class Failed extends Error {
  override readonly name = 'Failed';
}
