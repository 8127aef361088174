/** The server cannot listen at the given address. The message is one line that names the flag and the fix. */
export class ListenFailed extends Error {}

type Flags = { readonly host: string; readonly port: string };

/** The flags of the server and those of the metrics. */
export const serverFlags: Flags = { host: '--host (PAYMENTS_HOST)', port: '--port (PORT)' };
export const metricsFlags: Flags = { host: '--metrics (PAYMENTS_METRICS)', port: '--metrics (PAYMENTS_METRICS)' };

const waysOut: Readonly<Record<string, (flags: Flags) => string>> = {
  EADDRINUSE: ({ port }) => `the port is taken. Choose another one with ${port}.`,
  EACCES: ({ port }) => `this user may not listen on the port. Choose one from 1024 up with ${port}.`,
  EADDRNOTAVAIL: ({ host }) =>
    `the address is not one of this machine. Give one of its addresses with ${host}: 127.0.0.1 for this machine alone, 0.0.0.0 for all of its addresses.`,
};

const anotherPlace = ({ host, port }: Flags): string => `choose another place with ${host} and ${port}.`;

/** For every failure to resolve a name. */
const notFound = ({ host }: Flags): string =>
  `there is no such address or name. Give an address of this machine with ${host}, such as 127.0.0.1.`;

/** Turns an error of listening into a `ListenFailed` with the fix, and rethrows any other error. */
export function failListen(flags: Flags): (error: unknown) => never {
  return (error) => {
    const wayOut = wayOutOf(error);
    if (wayOut === undefined || !(error instanceof Error)) throw error;
    throw new ListenFailed(`${error.message}: ${wayOut(flags)}`, { cause: error });
  };
}

function wayOutOf(error: unknown): ((flags: Flags) => string) | undefined {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return undefined;
  if (error.syscall === 'getaddrinfo') return notFound;
  return error.syscall === 'listen' ? (waysOut[String(error.code)] ?? anotherPlace) : undefined;
}
