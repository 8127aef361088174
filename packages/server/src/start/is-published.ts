/** Whether this is the published package, and not the sources or a bundle beside them. */
export const isPublished = !import.meta.url.endsWith('.ts');
