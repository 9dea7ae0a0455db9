import * as z from 'zod/mini';

/** A language tag as BCP 47 writes it: 'PT-br' gives 'pt-BR'. Undefined for what is no tag. */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0];
  } catch {
    return undefined;
  }
}

/** The tag of a language, in its canonical form. Which ones an installation offers is in its config. */
export const Language = z.pipe(
  z.string().check(
    z.maxLength(35, 'This is not a language.'),
    z.refine((text) => canonicalLanguage(text) !== undefined, 'This is not a language.'),
  ),
  z.transform((text: string) => canonicalLanguage(text) ?? text),
);
