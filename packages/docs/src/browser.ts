import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium';

// Only localhost resolves, so that a request to another host cannot succeed.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Why no browser can start here; undefined if one can. */
export function missingBrowser(): string | undefined {
  if (existsSync(executable)) return undefined;
  return `${executable} is missing. Install it with "apt-get install chromium", or set CHROMIUM to another one.`;
}

/** Instead of half a minute: what is waited for has no limit of its own, and the machine may stall. */
const patienceMs = 300_000;

export async function launchBrowser(): Promise<Browser> {
  const options = { executablePath: executable, headless: true, args: flags, timeout: patienceMs };
  const browser = await chromium.launch(options);
  browser.on('context', (context) => context.setDefaultTimeout(patienceMs));
  return browser;
}
