import { dueFiles } from './orphan-files.ts';

export const manifest = { dueWork: [dueFiles] };
