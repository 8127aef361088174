#!/usr/bin/env node
// An older Node.js cannot parse the other modules, so they are imported only after this check.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `payments-mcp: Node.js 24 or newer is needed, and this is ${process.version}. Install it from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('./main-program.ts');
  process.exitCode = await main();
}
