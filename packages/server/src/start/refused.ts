/** The command is valid but cannot be done. The message says why. */
export class Refused extends Error {}
