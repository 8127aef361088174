/**
 * The place of this process among all that work on one database. Those that sit do due work; one that
 * takes all places may be sure that no other process does any.
 */
export interface Seat {
  /** Waits until no other process has taken all places, then sits down. */
  sit(): Promise<void>;
  /** Leaves for the one who has asked, and sits down again once that one is done. */
  makeWay(): Promise<void>;
  /** Asks the others to leave and waits for it; throws `ClockBusy` when that takes too long. */
  takeAll(): Promise<void>;
  /** Lets the others sit down again, and sits down. */
  giveBack(): Promise<void>;
  /** Whether this process still has what it took last: a place goes with its connection. */
  isHeld(): boolean;
  /** Tells the listener whenever another process asks for all places, or the place was lost. */
  onAsked(listener: () => void): void;
  /** Ends waits for a place: this process is about to end. */
  giveUp(): void;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/** For a process that has its database to itself. */
export const onlySeat: Seat = {
  sit: nothing,
  makeWay: nothing,
  takeAll: nothing,
  giveBack: nothing,
  isHeld: () => true,
  onAsked: () => undefined,
  giveUp: () => undefined,
  close: nothing,
};
