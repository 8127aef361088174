/** What `JSON.parse` returns is unknown until it is checked or, where its writer is known, named. */
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown;
}
