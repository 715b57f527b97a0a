import { ServiceError } from '../../domain/ServiceError.js';

/** Levels of lists and objects. */
export const maximumDepth = 64;

/** Numbers, texts, lists and objects, all together. */
export const maximumValues = 1_000_000;

/** Bytes between two cuts of a list. */
const pieceBytes = 64 * 1024;

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** A list that is a field of the body: where its entries are, and between which of them it may be cut. */
export interface ListPlace {
  start: number;
  end: number;
  cuts: number[];
}

/**
 * Looks through JSON as its bytes arrive, before any of it is parsed: refuses what is nested deeply or has very many
 * values, and finds the long lists. It does not check the syntax beyond brackets.
 */
export class JsonScanner {
  readonly lists: ListPlace[] = [];
  #position = 0;
  #inText = false;
  #isEscaped = false;
  #values = 0;
  /** The brackets that are open. */
  readonly #open: number[] = [];
  #list: ListPlace | null = null;

  /** @throws ServiceError VALIDATION_ERROR */
  push(chunk: Uint8Array): void {
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#inText = false;
      } else if (byte === quote) this.#inText = true;
      else if (byte === comma) this.#separate(this.#position + index);
      else if (byte === openList || byte === openObject) this.#begin(byte, this.#position + index);
      else if (byte === closeList || byte === closeObject) this.#end(byte, this.#position + index);
    }
    this.#position += chunk.length;
  }

  #begin(bracket: number, at: number): void {
    this.#count();
    this.#open.push(bracket);
    const depth = this.#open.length;
    if (depth > maximumDepth) refuse(`The body is nested more than ${maximumDepth} levels deep`);
    if (depth === 2 && bracket === openList && this.#open[0] === openObject) {
      this.#list = { start: at + 1, end: at + 1, cuts: [] };
    }
  }

  #end(bracket: number, at: number): void {
    // Both closing brackets are two after the opening ones.
    if (this.#open.pop() !== bracket - 2) refuse(notJson);
    if (this.#open.length !== 1 || this.#list === null) return;
    this.lists.push({ ...this.#list, end: at });
    this.#list = null;
  }

  #separate(at: number): void {
    this.#count();
    if (this.#list === null || this.#open.length !== 2) return;
    const { cuts, start } = this.#list;
    if (at - (cuts.at(-1) ?? start) >= pieceBytes) cuts.push(at);
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > maximumValues)
      refuse(`The body has more than ${maximumValues.toLocaleString('en')} values`);
  }
}

export const notJson = 'The body is not valid JSON';

export function refuse(message: string): never {
  throw new ServiceError('VALIDATION_ERROR', message);
}
