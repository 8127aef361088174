import type { Value } from './statement.ts';

const [parse, bind, describe, execute, sync, close] = ['P', 'B', 'D', 'E', 'S', 'C'].map((letter) =>
  letter.charCodeAt(0),
) as [number, number, number, number, number, number];
const startSize = 65_536;

/**
 * Collects messages of PostgreSQL's extended protocol, to send them together. All parameters and columns are text, and
 * every statement uses the unnamed portal.
 */
export class MessageWriter {
  #buffer = Buffer.allocUnsafeSlow(startSize);
  #end = 0;
  #start = 0;

  /** Prepares a text under a name, or unnamed for the next `bind` only. */
  parse(name: string, text: string): void {
    this.#open(parse);
    this.#zeroEnded(name);
    this.#zeroEnded(text);
    this.#int16(0);
    this.#close();
  }

  bind(name: string, values: readonly Value[]): void {
    this.#open(bind);
    this.#zeroEnded('');
    this.#zeroEnded(name);
    this.#int16(0);
    this.#int16(values.length);
    for (const value of values) this.#value(value);
    this.#int16(0);
    this.#close();
  }

  /** Requests a description of the bound statement's columns. */
  describe(): void {
    this.#open(describe);
    this.#zeroEnded('P');
    this.#close();
  }

  execute(): void {
    this.#open(execute);
    this.#zeroEnded('');
    this.#int32(0);
    this.#close();
  }

  /** Deallocates a prepared text. One that was never prepared is no error. */
  close(name: string): void {
    this.#open(close);
    this.#zeroEnded(`S${name}`);
    this.#close();
  }

  /** Ends the batch, returns its bytes, and starts a new one. */
  sync(): Buffer {
    this.#open(sync);
    this.#close();
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#end));
    this.#end = 0;
    if (this.#buffer.length > startSize) this.#buffer = Buffer.allocUnsafeSlow(startSize);
    return bytes;
  }

  #open(letter: number): void {
    this.#reserve(5);
    this.#buffer[this.#end] = letter;
    this.#start = this.#end + 1;
    this.#end += 5;
  }

  #close(): void {
    this.#buffer.writeInt32BE(this.#end - this.#start, this.#start);
  }

  #value(value: Value): void {
    if (value === null) {
      this.#int32(-1);
      return;
    }
    const text = typeof value === 'string' ? value : String(value);
    // No character takes more than three UTF-8 bytes per UTF-16 unit.
    this.#reserve(4 + text.length * 3);
    const length = this.#buffer.write(text, this.#end + 4);
    this.#buffer.writeInt32BE(length, this.#end);
    this.#end += 4 + length;
  }

  #zeroEnded(text: string): void {
    this.#reserve(text.length * 3 + 1);
    this.#end += this.#buffer.write(text, this.#end);
    this.#buffer[this.#end] = 0;
    this.#end += 1;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#end = this.#buffer.writeInt16BE(value, this.#end);
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#end = this.#buffer.writeInt32BE(value, this.#end);
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#end + size));
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }
}
