/** A block of server-sent events: the fields up to an empty line, by name. */
export interface MessageBlock {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

/** Parses a stream of server-sent events into blocks, according to the HTML standard. */
export async function* readBlocks(body: AsyncIterable<Uint8Array>): AsyncGenerator<MessageBlock, void, undefined> {
  const decoder = new TextDecoder();
  let lines: string[] = [];
  let rest = '';
  for await (const piece of body) {
    const text = rest + decoder.decode(piece, { stream: true });
    const found = text.split(/\r\n|\n|\r(?!$)/);
    rest = found.pop() ?? '';
    for (const line of found) {
      if (line !== '') {
        lines.push(line);
        continue;
      }
      yield blockOf(lines);
      lines = [];
    }
  }
}

/** Lines that begin with a colon only keep the connection open. */
function blockOf(lines: readonly string[]): MessageBlock {
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name !== '') fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return {
    id: fields.get('id')?.at(-1),
    event: fields.get('event')?.at(-1),
    data: fields.get('data')?.join('\n'),
  };
}
