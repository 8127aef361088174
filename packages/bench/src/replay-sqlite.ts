import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Occasion, ReplayRequest, ReplayStatement } from './template.ts';

/** Runs recorded requests on an engine, durably and without other work. */
export interface ReplayEngine {
  run(request: ReplayRequest, occasion: Occasion): Promise<void>;
  close(): Promise<void>;
}

interface Job {
  readonly request: ReplayRequest;
  readonly occasion: Occasion;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

const groupSize = 128;

/** The embedded store with the settings of the recording and the same group commit as the server's. */
export function openSqliteReplay(file: string, settings: readonly string[]): ReplayEngine {
  const writer = new DatabaseSync(file, { timeout: 10_000 });
  for (const setting of settings) writer.exec(setting);
  const reader = new DatabaseSync(file, { timeout: 10_000 });
  const onWriter = createRunner(writer);
  const onReader = createRunner(reader);
  const queue: Job[] = [];
  let isDraining = false;

  const commitGroup = (jobs: readonly Job[]): void => {
    const unit = jobs[0]?.request.unit ?? [];
    const [begin] = unit;
    const commit = unit.at(-1);
    try {
      writer.exec(begin?.text ?? '');
      for (const { request, occasion } of jobs) {
        for (const statement of request.unit.slice(1, -1)) onWriter(statement, occasion);
      }
      writer.exec(commit?.text ?? '');
    } catch (error) {
      if (writer.isTransaction) writer.exec('ROLLBACK');
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const { resolve } of jobs) resolve();
  };
  const drain = async (): Promise<void> => {
    isDraining = true;
    while (queue.length > 0) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      commitGroup(queue.splice(0, groupSize));
    }
    isDraining = false;
  };
  return {
    run: async (request, occasion) => {
      for (const statement of request.reads) onReader(statement, occasion);
      return new Promise<void>((resolve, reject) => {
        queue.push({ request, occasion, resolve, reject });
        if (!isDraining) void drain();
      });
    },
    close: async () => {
      reader.close();
      writer.close();
    },
  };
}

function createRunner(handle: DatabaseSync): (statement: ReplayStatement, occasion: Occasion) => void {
  const prepared = new Map<string, StatementSync>();
  return (statement, occasion) => {
    if (statement.name === undefined) return handle.exec(statement.text);
    let ready = prepared.get(statement.text);
    if (ready === undefined) {
      ready = handle.prepare(statement.text);
      if (statement.readsBigInts) ready.setReadBigInts(true);
      prepared.set(statement.text, ready);
    }
    if (statement.yieldsRows) ready.all(...statement.values(occasion));
    else ready.run(...statement.values(occasion));
  };
}
