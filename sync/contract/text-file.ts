// The words of a file that somebody chose or packed.

/** `isGuessed` when the file does not say how its letters are written; undefined for what is no text. */
export function decodeText(bytes: Uint8Array): { text: string; isGuessed: boolean } | undefined {
  const encoding = encodingOf(bytes);
  const exact = decoded(bytes, encoding);
  const text =
    exact ?? (encoding === 'utf-8' ? decoded(bytes, 'windows-1252')?.replace(MISREAD, asWindows) : undefined);
  return text === undefined || NO_TEXT.test(text) ? undefined : { text, isGuessed: exact === undefined };
}

/** Some versions of Node read Windows-1252 as Latin-1, which has control characters for its quotation marks and dashes. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const MISREAD = /[\x80-\x9f]/g;
const asWindows = (character: string) => WINDOWS.charAt(character.charCodeAt(0) - 0x80);

/** Control characters: of UTF-16 without a byte-order mark, or of a file that is no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]/;

/** Without its byte-order mark. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-8 unless a byte-order mark says UTF-16; else Windows-1252 is tried, which older programs of western Europe write. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
}

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);
