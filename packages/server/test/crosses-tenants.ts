const condition = /(?:^|[\s(])tenant = (?:cast\()?\$\d+/;

function lineOf(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replaceAll(/(?:"?\b\w+"?\.)?"tenant"|\b\w+\.tenant\b/g, 'tenant');
}

/**
 * Whether a statement is not limited to the rows of one tenant that its caller names, judged by its text for
 * PostgreSQL. The tenant is the first column of each table, so an insert that does not begin with it has no tenant.
 */
export function crossesTenants(text: string): boolean {
  const line = lineOf(text);
  if (line.startsWith('insert into')) return !/^insert into "?\w+"? \(tenant[,)]/.test(line);
  // Assignments are not conditions.
  return !condition.test(line.startsWith('update') ? line.slice(Math.max(0, line.search(/\bwhere\b/))) : line);
}

/** Whether it moves rows to another tenant. */
export function movesRows(text: string): boolean {
  return /^update \S+ set (?:[^()]*, )?tenant = /.test(lineOf(text));
}
