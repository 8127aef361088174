#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// What is loaded after this is compiled once and kept between starts, where NODE_COMPILE_CACHE says or in the folder
// for temporary files; NODE_DISABLE_COMPILE_CACHE=1 keeps nothing.
enableCompileCache();
const { main } = await import('./start/main-program.ts');
process.exitCode = await main(process.argv.slice(2), process.env);
