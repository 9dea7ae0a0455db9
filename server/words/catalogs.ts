// The translated messages of each language, from server/locales.
import { readFileSync } from 'node:fs';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { CATALOGS } from './languages.ts';
import { CatalogError, parsePo } from './po.ts';

/** By the English message. */
export type Catalog = ReadonlyMap<string, CompiledMessage>;

export function readCatalog(language: string): Catalog {
  if (language === 'en') return new Map();
  return compileCatalog(readFileSync(`${CATALOGS}${language}.po`, 'utf8'), `server/locales/${language}.po`);
}

/** The translated messages of a file; what has no translation stays English. */
export function compileCatalog(text: string, file: string): Catalog {
  return new Map(
    parsePo(text, file)
      .filter(({ translation }) => translation !== '')
      .map(({ id, translation, line }) => {
        try {
          const message = compileMessageOrThrow(translation);
          const names = namesIn(compileMessageOrThrow(id));
          const strange = [...namesIn(message)].find((name) => !names.has(name));
          if (strange) throw new Error(`the English has no {${strange}}`);
          return [id, message];
        } catch (error) {
          const [why] = (error instanceof Error ? error.message : '').split('\n');
          throw new CatalogError(file, line, `${why} (in the translation of "${id}")`);
        }
      }),
  );
}

function namesIn(message: CompiledMessage, names = new Set<string>()): Set<string> {
  if (!Array.isArray(message)) return names;
  for (const part of message) {
    if (typeof part === 'string') continue;
    const [name, , forms] = part;
    names.add(name);
    if (forms && typeof forms === 'object')
      for (const form of Object.values(forms)) namesIn(form as CompiledMessage, names);
  }
  return names;
}
