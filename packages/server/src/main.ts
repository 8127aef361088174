#!/usr/bin/env node
import module from 'node:module';

// An older Node.js cannot parse the rest, so the version is checked before any import.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `payments: Node.js 24 or newer is needed, and this is ${process.version}. Install it from https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  // Node.js stores the compiled code of later imports between starts, in NODE_COMPILE_CACHE or in the folder for
  // temporary files. NODE_DISABLE_COMPILE_CACHE=1 turns this off.
  module.enableCompileCache();
  const { main } = await import('./start/main-program.ts');
  process.exitCode = await main(process.argv.slice(2), process.env);
}
