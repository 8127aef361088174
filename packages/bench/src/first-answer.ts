import { get } from 'node:http';

const pauseMs = 2;
const giveUpMs = 120_000;

/** Polls until there is any response. */
export async function firstAnswer(url: string, ended: Promise<number | string>): Promise<void> {
  let how: number | string | undefined;
  ended.then((given) => {
    how = given;
  });
  const end = performance.now() + giveUpMs;
  while (!(await answers(url))) {
    if (how !== undefined) throw new Error(`the program ended with ${how} before it answered at ${url}`);
    if (performance.now() > end) throw new Error(`nothing answered at ${url} within ${giveUpMs / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once('error', () => resolve(false));
  });
}
