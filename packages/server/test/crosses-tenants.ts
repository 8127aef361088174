const condition = /(?:^|[\s(])tenant = (?:cast\()?\$\d+/;

function lineOf(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replaceAll(/(?:"?\b\w+"?\.)?"tenant"|\b\w+\.tenant\b/g, 'tenant');
}

/**
 * Whether a statement is not about the rows of one tenant that its caller names, by its text for PostgreSQL. Each table
 * has its tenant first, so an insert without it there is not of a tenant.
 */
export function crossesTenants(text: string): boolean {
  const line = lineOf(text);
  if (line.startsWith('insert into')) return !/^insert into "?\w+"? \(tenant[,)]/.test(line);
  // What is set is no condition.
  return !condition.test(line.startsWith('update') ? line.slice(Math.max(0, line.search(/\bwhere\b/))) : line);
}

/** Whether it gives rows to another tenant. */
export function movesRows(text: string): boolean {
  return /^update \S+ set (?:[^()]*, )?tenant = /.test(lineOf(text));
}
