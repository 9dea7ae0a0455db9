// multipart/form-data (RFC 7578) as it comes in, part by part: a film in a form never lies in memory as a whole.
import type { Readable } from 'node:stream';
import { Refusal } from '#sync/contract/refusal.ts';

const HEADER_LIMIT_BYTES = 8 * 1024;
const FIELD_LIMIT_BYTES = 8 * 1024;
const PARTS_LIMIT = 20;

export interface Part {
  name: string;
  /** Undefined for a plain field. */
  fileName: string | undefined;
  contentType: string;
  /** Must be read to its end, or given up with the whole form. */
  bytes: AsyncGenerator<Buffer>;
}

/** The boundary that a Content-Type names; refuses `wrong_content_type` for anything but a form with parts. */
export function boundaryOf(contentType: string | undefined): string {
  const [, quoted, plain] =
    /^multipart\/form-data;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Refusal('wrong_content_type', {}, 'Send the body as multipart/form-data.');
  return boundary;
}

/** The parts of a form, in their order. Refuses `file_broken_off` for a form that ends before its last boundary. */
export async function* partsOf(source: Readable, boundary: string): AsyncGenerator<Part> {
  const tape = new Tape(source);
  // The first boundary stands without the line end that belongs to all others.
  tape.push(Buffer.from('\r\n'));
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1');
  for await (const _ of tape.until(mark)) {
    // What stands before the first part is for nobody.
  }
  for (let count = 0; !(await tape.isEnd()); count += 1) {
    if (count === PARTS_LIMIT) throw new Refusal('validation_failed', {}, 'The form has too many parts.');
    const head = await collect(tape.until(Buffer.from('\r\n\r\n')), HEADER_LIMIT_BYTES);
    yield { ...readHead(head.toString('utf8')), bytes: tape.until(mark) };
  }
}

/** A plain field as text; refuses one that is longer than any field of ours. */
export async function fieldText({ bytes }: Part): Promise<string> {
  return (await collect(bytes, FIELD_LIMIT_BYTES)).toString('utf8');
}

async function collect(chunks: AsyncGenerator<Buffer>, limit: number): Promise<Buffer> {
  const found: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw new Refusal('validation_failed', {}, 'A field of the form is too long.');
    found.push(chunk);
  }
  return Buffer.concat(found);
}

function readHead(head: string): Pick<Part, 'name' | 'fileName' | 'contentType'> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const [, name = ''] = /[;\s]name="((?:[^"\\]|\\.)*)"/i.exec(disposition) ?? [];
  const [, fileName] = /[;\s]filename="((?:[^"\\]|\\.)*)"/i.exec(disposition) ?? [];
  const contentType = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1] ?? '';
  return { name, fileName, contentType };
}

/** A stream that can be read up to a mark, however the pieces it comes in are cut. */
class Tape {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  push(piece: Buffer): void {
    this.#held = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
  }

  /** The bytes before the next mark; the mark itself is taken off and not given. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at !== -1) {
        const last = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + mark.length);
        if (last.length > 0) yield last;
        return;
      }
      // A mark may begin in the last bytes of this piece and end in the next.
      const sure = Math.max(0, this.#held.length - mark.length + 1);
      const given = this.#held.subarray(0, sure);
      this.#held = this.#held.subarray(sure);
      if (given.length > 0) yield given;
      await this.#more();
    }
  }

  /** After a boundary: true when it was the last one; else the line end behind it is taken off. */
  async isEnd(): Promise<boolean> {
    while (this.#held.length < 2) await this.#more();
    const next = this.#held.toString('latin1', 0, 2);
    this.#held = this.#held.subarray(2);
    if (next === '--') return true;
    if (next !== '\r\n') throw new Refusal('validation_failed', {}, 'The form is not readable.');
    return false;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#pieces.next().catch(() => ({ value: undefined, done: true }));
    if (done || value === undefined) throw new Refusal('file_broken_off');
    this.push(value);
  }
}
