// Which language the pages of this device speak (decision 357): chosen, written down for index.html, and spoken by the next page.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Profile } from '#sync/contract/profile.ts';
import { call } from '../api/client.ts';
import { loadConfig } from '../api/config.ts';
import { isUnreachable } from '../api/messages.ts';
import { keepProfile, server } from '../api/session.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { localText, setLocalText } from '../device/device.ts';
import { cacheLanguage } from '../device/media-worker.ts';
import { i18n, LANGUAGES, languageFor, loadLanguage } from '../ui/language.ts';

/** What index.html reads. */
const SPOKEN = 'groundwork.language';
/** For whoever has chosen none: chosen before signing in. */
const CHOSEN_HERE = 'groundwork.language-here';
/** What a person chose without a network. */
const unsentOf = (userId: string) => `groundwork.language-unsent ${userId}`;

/** Loads the page again in this language; false where that would not help, because nothing can be written down here. */
async function speak(language: string): Promise<void> {
  await loadLanguage(language);
  if (setLocalText(SPOKEN, language)) location.reload();
}

async function sendChoice(profile: Profile, language: string): Promise<void> {
  const saved = await call(server.auth.profile.$put({ json: { language } }));
  setLocalText(unsentOf(profile.id), null);
  if (saved) await keepProfile(saved);
}

/** Rejects where the language is not on this device and cannot be fetched; without a network the choice is sent later. */
export async function chooseLanguage(language: string, profile: Profile | null | undefined): Promise<void> {
  await loadLanguage(language);
  if (profile) {
    setLocalText(unsentOf(profile.id), language);
    await sendChoice(profile, language).catch((failure) => {
      if (!isUnreachable(failure)) throw failure;
    });
  } else setLocalText(CHOSEN_HERE, language);
  await speak(language);
}

async function offered(): Promise<readonly string[]> {
  const { languages = ['en'] } = await loadConfig();
  return LANGUAGES.filter((language) => languages.includes(language));
}

/** The languages of this installation; all of the app until its configuration is known. */
export function useLanguages(): readonly string[] {
  const [languages, setLanguages] = useState(LANGUAGES);
  useEffect(() => {
    // On a first start without a network, all stay.
    offered().then(setLanguages, () => undefined);
  }, []);
  return languages;
}

/** Speaks the language of whoever is here now. A choice of the same person elsewhere waits for the next start: nothing is torn from under them. */
export function useSpokenLanguage(isBusy: boolean): void {
  const { state, userId, profile } = useActiveUser();
  const follow = useEffectEvent(async () => {
    cacheLanguage();
    const unsent = profile && localText(unsentOf(profile.id));
    if (profile && unsent) void sendChoice(profile, unsent).catch(() => undefined);
    const { defaultLanguage = 'en' } = await loadConfig();
    const wanted = [unsent, profile?.language, profile?.organization?.language, localText(CHOSEN_HERE)];
    const tags = [...wanted.filter((tag) => tag != null), ...navigator.languages, defaultLanguage];
    const language = languageFor(tags, await offered()) ?? 'en';
    if (language !== i18n.locale) await speak(language);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useEffect(() => {
    if (state === 'checking' || isBusy) return;
    // Without a network, or a configuration, the page speaks as it does.
    follow().catch(() => undefined);
  }, [state, userId, isBusy]);
}

/** A language in its own words: 'Español', 'Português (Brasil)'. */
export const ownName = (language: string): string => capital(nameIn(language, language), language);

/** The same in the words of this page. */
export const translatedName = (language: string): string => capital(nameIn(i18n.locale, language), i18n.locale);

const nameIn = (speaker: string, language: string) =>
  new Intl.DisplayNames([speaker], { type: 'language', languageDisplay: 'standard' }).of(language) ?? language;

const capital = (name: string, language: string) => name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
