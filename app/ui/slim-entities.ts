// In place of the package 'entities' in the build for browsers, which know these names themselves (vite.config.ts).
const known = new Map<string, string>();
let reader: HTMLTextAreaElement | undefined;

/** The character that an entity such as '&copy;' names; the entity itself when there is none. */
export function decodeHTMLStrict(entity: string): string {
  const before = known.get(entity);
  if (before !== undefined) return before;
  reader ??= document.createElement('textarea');
  // A text area takes no elements; and only what looks like an entity comes here.
  reader.innerHTML = entity;
  const character = reader.value;
  if (known.size < 5_000) known.set(entity, character);
  return character;
}

/** The text with the characters that its references name, also those that browsers take without a semicolon. */
export const decodeHTML = (text: string): string => text.replace(/&(?:#x[\da-f]+|#\d+|\w+);?/gi, decodeHTMLStrict);
