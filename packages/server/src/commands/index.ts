/** The operator's other commands. The `payments` command line loads them if this package is installed. */
export { answerOperator } from '../start/operator-command.ts';
export { programNames } from '../start/program-names.ts';
export { UnusableOptions } from '../start/read-flags.ts';
export { answerVerify } from '../start/verify-command.ts';
export { type RewindRequest, rewindCopy } from './rewind-copy.ts';
