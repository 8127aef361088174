import { parentPort } from 'node:worker_threads';
import { createSendWebhook, type WebhookAnswer } from './send.ts';
import type { GivenAnswer, GivenWork } from './threaded-send.ts';

// The program of the thread that `threaded-send.ts` starts.

const port = parentPort;
if (port === null) throw new Error('threaded-send.ts starts this in a thread of its own');

let mayReachLoopback = false;
const send = createSendWebhook({ allowsLoopback: true, servesProduction: async () => !mayReachLoopback });
let answers: GivenAnswer[] = [];

/** Results of one turn of the event loop are returned together. */
function give(number: number, answer: WebhookAnswer): void {
  if (answers.length === 0) setImmediate(giveAll);
  answers.push({ number, answer });
}

function giveAll(): void {
  const given = answers;
  answers = [];
  port?.postMessage(given);
}

port.on('message', (work: GivenWork) => {
  if (work === 'CLOSE') {
    void send.close().finally(() => setImmediate(() => port.close()));
    return;
  }
  mayReachLoopback = work.mayReachLoopback;
  for (const { number, ...request } of work.requests) void send(request).then((answer) => give(number, answer));
});
