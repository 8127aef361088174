import type { Surroundings } from '../src/surroundings.ts';
import type { Terminal } from './terminal.ts';

/** The commands and their output, with ids, ports and durations that are the same in each run. */
export interface Recording {
  /** Types a command and waits for its end. */
  type(line: string): Promise<number>;
  /** Types a command that keeps running; its output is recorded as it is printed. */
  start(line: string): Running;
  /** Records a thought of the person. */
  note(text: string): void;
  text(): string;
}

interface Running {
  /** Presses Ctrl-C and returns the exit code. */
  interrupt(): Promise<number>;
  /** Waits until so many lines were printed. */
  printed(lines: number): Promise<void>;
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, other, plain]) => one ?? other ?? plain ?? '');
}

/** Replaces each id with a small number, and each port of this machine with the one that a reader expects. */
export function createRecording(terminal: Terminal, ports: ReadonlyMap<string, string>): Recording {
  const lines: string[] = [];
  const numbers = new Map<string, string>();
  const numberOf = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, String(numbers.size + 1).padStart(12, '0'));
    return `0198c0de-0000-7000-8000-${numbers.get(id) ?? ''}`;
  };
  const real = (line: string): string =>
    [...ports].reduce((text, [port, shown]) => text.replaceAll(`127.0.0.1:${shown}`, `127.0.0.1:${port}`), line);
  const steady = (text: string): string =>
    [...ports]
      .reduce((shown, [port, name]) => shown.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${name}`), text)
      .replaceAll(/127\.0\.0\.1:\d{5}\b/g, '127.0.0.1:54321')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, numberOf)
      .replaceAll(/\btoken [0-9a-f]{32}\b/g, 'token 0123456789abcdef0123456789abcdef')
      .replaceAll(/key SHA-256 [0-9a-f ]{39}/g, 'key SHA-256 0123 4567 89ab cdef 0123 4567 89ab cdef')
      .replaceAll(/\(\d+ ms\)/g, '(3 ms)');
  const print = (text: string): void => void lines.push(steady(text));
  const given: Partial<Surroundings> = { print, tell: print };
  // Output of another program is recorded below, so that each run gives the same text.
  let held: string[] | undefined;
  const printBeside = (text: string): void => {
    if (held === undefined) print(text);
    else held.push(text);
  };
  return {
    type: async (line) => {
      lines.push(`$ ${line}`);
      held = [];
      const { code } = await terminal.type(wordsOf(real(line)).slice(1), given);
      if (code !== 0) lines.push(`(exit status ${code})`);
      held.forEach(print);
      held = undefined;
      return code;
    },
    start: (line) => {
      lines.push(`$ ${line} &`);
      const ended = new AbortController();
      let count = 0;
      const counted = (text: string): void => {
        count += 1;
        printBeside(text);
      };
      const words = wordsOf(real(line)).slice(1);
      const running = terminal.type(words, { print: counted, tell: counted, signal: ended.signal });
      return {
        interrupt: async () => {
          lines.push('^C');
          ended.abort();
          return (await running).code;
        },
        printed: async (wanted) => {
          while (count < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
        },
      };
    },
    note: (text) => void lines.push('', `# ${text}`),
    text: () => `${lines.join('\n').trim()}\n`,
  };
}
