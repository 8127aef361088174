/**
 * The lock that processes on one database share while they do due work. A process that holds it exclusively
 * knows that no other one does any.
 */
export interface WorkerLock {
  /** Waits until no other process holds the lock exclusively, then shares it. */
  acquire(): Promise<void>;
  /** Releases the lock for the process that requests it exclusively, and acquires it again afterwards. */
  yield(): Promise<void>;
  /** Requests the lock exclusively and waits for it; throws `ClockBusy` when that takes too long. */
  acquireExclusive(): Promise<void>;
  /** Shares the lock with the other processes again. */
  releaseExclusive(): Promise<void>;
  /** Whether this process still holds what it acquired last: a lock goes with its connection. */
  isHeld(): boolean;
  /** Calls the listener when another process requests the lock exclusively, or when this one has lost it. */
  onRequested(listener: () => void): void;
  /** Ends waits for the lock: this process is about to end. */
  cancel(): void;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/** For a process that has its database to itself. */
export const soleWorkerLock: WorkerLock = {
  acquire: nothing,
  yield: nothing,
  acquireExclusive: nothing,
  releaseExclusive: nothing,
  isHeld: () => true,
  onRequested: () => undefined,
  cancel: () => undefined,
  close: nothing,
};
