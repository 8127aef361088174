/** A backup cannot be made or restored. The message says why, and what to do. */
export class BackupUnusable extends Error {}
