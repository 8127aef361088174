import { untilEnded } from './connection/until-ended.ts';
import { Failed, UnusableCommand } from './refusals.ts';

/** The times before and after the clock of a copy is set. */
interface Rewound {
  readonly from: string;
  readonly now: string;
  readonly laterEvents: number;
  readonly laterTransactions: number;
}

interface RewindRequest {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly copyTo: string;
  readonly back: { readonly durationMs: number } | { readonly to: string } | undefined;
  readonly platformId: string;
  readonly keepsWebhooks: boolean;
}

/** The functions of the server's package for operators. */
export interface ServerCommands {
  readonly answerOperator: (words: readonly string[]) => Promise<string>;
  readonly answerVerify: (words: readonly string[], print: (text: string) => void) => Promise<number>;
  readonly rewindCopy: (request: RewindRequest) => Promise<Rewound>;
  /** The command that starts each of its programs. */
  readonly programNames: { readonly server: string };
  readonly UnusableOptions: new (message: string) => Error;
}

const serverPackage = '@payments-platform/server/commands';

/** Loads the server's package, which only operators have. */
async function loadServer(): Promise<ServerCommands> {
  try {
    return (await import(serverPackage)) as ServerCommands;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new Failed(
      'This command needs the package of the server. Install @payments-platform/server beside this one.',
    );
  }
}

/** Calls a function of the server's package, until the user ends the command. Its refusals are printed as they are. */
export async function withServer<Result>(
  signal: AbortSignal,
  use: (server: ServerCommands) => Promise<Result>,
): Promise<Result> {
  const server = await loadServer();
  try {
    return await untilEnded(signal, () => use(server));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof server.UnusableOptions) throw new UnusableCommand(error.message);
    throw new Failed(error instanceof Error ? error.message : String(error));
  }
}
