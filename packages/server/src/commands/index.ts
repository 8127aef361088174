/**
 * What those who run a server do from a command line, beside the program itself: the command line of the platform loads
 * it where this package is installed.
 */
export { answerOperator } from '../start/operator-command.ts';
export { programNames } from '../start/program-names.ts';
export { UnusableOptions } from '../start/read-flags.ts';
export { answerVerify } from '../start/verify-command.ts';
export { type RewindRequest, rewindCopy } from './rewind-copy.ts';
