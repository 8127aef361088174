const parent = process.ppid;

/** npx names the command that it runs. Programs below that command inherit the name and do not end with npx. */
function isRunByNpx({ npm_lifecycle_event, npm_lifecycle_script = '' }: NodeJS.ProcessEnv): boolean {
  return npm_lifecycle_event === 'npx' && npm_lifecycle_script.includes('payments-sandbox');
}

/**
 * Calls back once npx, which runs this program, has ended. It passes no signal on, so a script that stops npx would
 * leave the server behind, with its port and its data folder.
 */
export function onLeftBehind(stop: () => void): void {
  if (isRunByNpx(process.env)) setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
}
