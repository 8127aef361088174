import { Failed, UnusableCommand } from './refusals.ts';

/** What a clock of a copy was set from and to. */
export interface Rewound {
  readonly from: string;
  readonly now: string;
  readonly laterEvents: number;
  readonly laterTransactions: number;
}

export interface RewindRequest {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly copyTo: string;
  readonly back: { readonly durationMs: number } | { readonly to: string } | undefined;
  readonly platformId: string;
  readonly keepsWebhooks: boolean;
}

/** What the package of the server does for those who run one. */
export interface ServerCommands {
  readonly answerOperator: (words: readonly string[]) => Promise<string>;
  readonly answerVerify: (words: readonly string[], print: (text: string) => void) => Promise<number>;
  readonly rewindCopy: (request: RewindRequest) => Promise<Rewound>;
  /** What has to be typed to start each of its programs. */
  readonly programNames: { readonly server: string };
  readonly UnusableOptions: new (message: string) => Error;
}

const serverPackage = '@payments-platform/server/commands';

/** Loads the package of the server, which only those have who run one. */
async function loadServer(): Promise<ServerCommands> {
  try {
    return (await import(serverPackage)) as ServerCommands;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new Failed(
      'This works on the data of a server, and its package is not there. Install @payments-platform/server beside this one.',
    );
  }
}

/** Does what takes the package of the server; what that refuses is said in its words. */
export async function withServer<Result>(use: (server: ServerCommands) => Promise<Result>): Promise<Result> {
  const server = await loadServer();
  try {
    return await use(server);
  } catch (error) {
    if (error instanceof server.UnusableOptions) throw new UnusableCommand(error.message);
    throw new Failed(error instanceof Error ? error.message : String(error));
  }
}
