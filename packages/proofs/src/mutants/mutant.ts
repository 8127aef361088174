/** A mistake that a developer could make in the server, and the test that must detect it. */
export interface Mutant {
  readonly name: string;
  /** Under packages/server/src. */
  readonly file: string;
  /** Text that occurs exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The test that must fail: its file under packages/server/src, and its title. */
  readonly test: readonly [file: string, title: string];
}
