export function findBundle(root: string): string | undefined;
