import { cpSync } from 'node:fs';

/** Migrations are read as files beside the module that applies them. */
const folder = 'ground/database/migrations';
cpSync(new URL(`./src/${folder}`, import.meta.url), new URL(`./dist/${folder}`, import.meta.url), { recursive: true });
