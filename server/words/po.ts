// Reads a catalog, a .po file as Lingui and the tools of translators write it.

/** What is wrong with a catalog, and where. */
export class CatalogError extends Error {
  override name = 'CatalogError';
  constructor(file: string, line: number, wrong: string) {
    super(`${file}:${line}: ${wrong}`);
  }
}

export interface Entry {
  id: string;
  translation: string;
  line: number;
}

/** The messages of a file. Those that were taken out (`#~`) and comments are left out. Throws `CatalogError`. */
export function parsePo(text: string, file: string): Entry[] {
  const entries: Entry[] = [];
  let entry: Entry | undefined;
  let field: 'id' | 'translation' | undefined;
  for (const [n, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const at = n + 1;
    if (line === '' || line.startsWith('#')) {
      field = undefined;
      continue;
    }
    const [, keyword, quoted] = /^(?:(msgid|msgstr)\s+)?(".*")$/.exec(line) ?? [];
    if (quoted === undefined) throw new CatalogError(file, at, `this is not a line of a catalog: ${line}`);
    if (keyword === 'msgid') {
      entry = { id: '', translation: '', line: at };
      entries.push(entry);
      field = 'id';
    } else if (keyword === 'msgstr') {
      if (field !== 'id') throw new CatalogError(file, at, 'a msgstr follows a msgid');
      field = 'translation';
    }
    if (!entry || !field) throw new CatalogError(file, at, 'this text belongs to no message');
    entry[field] += unquoted(quoted, file, at);
  }
  return entries.filter(({ id }) => id !== '');
}

/** JSON has the same escapes. */
function unquoted(quoted: string, file: string, line: number): string {
  try {
    return JSON.parse(quoted);
  } catch {
    throw new CatalogError(file, line, `this text is not quoted right: ${quoted}`);
  }
}
