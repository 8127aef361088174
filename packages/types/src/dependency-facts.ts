/** What happens to a pending resource when a resource that it depends on is deleted, frozen or closed. */
export interface DependencyRow {
  readonly id: string;
  readonly way: string;
  readonly dependent: string;
  readonly while: string;
  readonly outcome: string;
  readonly text: string;
  /** The error code of a refusal. */
  readonly code?: string;
  readonly status?: string;
  readonly failureReason?: string;
  readonly refund?: string;
}

export interface Dependencies {
  readonly resource: string;
  readonly title: string;
  /** How the resource stops being usable, with the operation that does it. */
  readonly ways: Readonly<Record<string, string>>;
  readonly rows: readonly DependencyRow[];
}
