#!/usr/bin/env node
// An older Node.js cannot read the rest, so nothing of it is imported before this is known.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `payments-mcp: Node.js 24 or newer is needed, and this is ${process.version}. It is at https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('./main-program.ts');
  process.exitCode = await main();
}
