/** The command line is invalid: exit code 2. */
export class UnusableCommand extends Error {
  override readonly name = 'UnusableCommand';
}

/** The command failed: exit code 1. The reason has been printed already if the message is empty. */
export class Failed extends Error {
  override readonly name = 'Failed';
}
