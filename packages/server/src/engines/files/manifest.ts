import type { Manifest } from '../../operation/manifest.ts';
import { dueFiles } from './orphan-files.ts';

export const manifest = { dueWork: [dueFiles] } satisfies Manifest;
