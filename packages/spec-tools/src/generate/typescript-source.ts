export const sourceBanner = '// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.\n\n';

function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key) || /^(0|[1-9]\d*)$/.test(key);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Prints a JSON value as a TypeScript literal; short arrays and objects stay on one line. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isEmpty(value)) return Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => literal(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${isPlainKey(key) ? key : quote(key)}: ${literal(member, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const padding = Array.isArray(value) ? '' : ' ';
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  if (line.length <= 100 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

/** A generated module: its path in the types package and its statements, one blank line apart. */
export function generatedModule(name: string, statements: readonly string[]): { path: string; content: string } {
  return {
    path: `packages/types/src/generated/${name}.ts`,
    content: `${sourceBanner}${statements.map((statement) => statement.trim()).join('\n\n')}\n`,
  };
}

export function constantTable(name: string, comment: string, value: unknown): string {
  return `/** ${comment} */\nexport const ${name} = ${literal(value)} as const;`;
}
