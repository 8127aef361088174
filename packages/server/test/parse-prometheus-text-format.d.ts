declare module 'parse-prometheus-text-format' {
  /** What a scraper makes of the text of metrics. */
  export default function parse(text: string): unknown[];
}
