/** The command is understood and cannot be done; the message says why. */
export class Refused extends Error {}
