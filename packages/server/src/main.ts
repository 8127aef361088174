#!/usr/bin/env node
import module from 'node:module';

// An older Node.js cannot read the rest, so nothing of it is imported before this is known.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `payments: Node.js 24 or newer is needed, and this is ${process.version}. It is at https://nodejs.org.\n`,
  );
  process.exitCode = 1;
} else {
  // What is loaded after this is compiled once and kept between starts, where NODE_COMPILE_CACHE says or in the folder
  // for temporary files; NODE_DISABLE_COMPILE_CACHE=1 keeps nothing.
  module.enableCompileCache();
  const { main } = await import('./start/main-program.ts');
  process.exitCode = await main(process.argv.slice(2), process.env);
}
