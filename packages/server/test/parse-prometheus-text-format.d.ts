declare module 'parse-prometheus-text-format' {
  /** The result of parsing the text of metrics. */
  export default function parse(text: string): unknown[];
}
