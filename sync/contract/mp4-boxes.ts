// The boxes of an MP4 or QuickTime file. Each begins with its length and its name.

export interface Box {
  /** Where it begins. */
  at: number;
  name: string;
  /** With its header; of a file that broke off it leads beyond the end. */
  length: number;
}

/** The boxes from `at` on, one after the other, up to what is none. Both ends of `read` are inclusive. */
export async function* boxesOf(
  read: (start: number, end: number) => Promise<Uint8Array>,
  size: number,
  at = 0,
): AsyncGenerator<Box> {
  for (let next = at; next + 8 <= size; ) {
    const head = await read(next, Math.min(next + 15, size - 1));
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    let length = view.getUint32(0);
    if (length === 0) length = size - next;
    else if (length === 1 && head.length >= 16) length = Number(view.getBigUint64(8));
    if (length < 8) return;
    yield { at: next, name: String.fromCharCode(...head.subarray(4, 8)), length };
    next += length;
  }
}
