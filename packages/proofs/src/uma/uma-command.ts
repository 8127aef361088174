import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readArguments } from '../../../command-line/src/read-arguments.ts';
import { payEachOther } from './pay-each-other.ts';
import { writeMessage } from './write-message.ts';

const help = `Usage: npm run demo:uma [-- flags]

Starts two sandboxes with their own UMA domains on this machine, onboards both, and lets a customer of each pay the
customer of the other. Shows every message between the two with its response. Exit status: 0 if both payments have
arrived, 1 otherwise.

  --json   print one JSON line about the payments instead
  --help   show this text
`;

const values = readArguments(
  help,
  () => parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } }).values,
);

const folder = mkdtempSync(join(tmpdir(), 'payments-uma-'));
let count = 0;
const say = (text: string): void => {
  if (values.json !== true) process.stdout.write(`${text}\n`);
};
try {
  const paid = await payEachOther({
    folder,
    say,
    onMessage: (message) => {
      count += 1;
      say(writeMessage(message, count));
    },
  });
  if (values.json === true) process.stdout.write(`${JSON.stringify({ messages: count, paid })}\n`);
  const isWell = paid.every(({ outgoing, incoming }) => outgoing === 'COMPLETED' && incoming === 'COMPLETED');
  process.exitCode = isWell ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
