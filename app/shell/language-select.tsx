import { t } from '@lingui/core/macro';
import { Globe } from 'lucide-react';
import { i18n } from '../ui/language.ts';
import { useToast } from '../ui/toast.tsx';
import { chooseLanguage, ownName, useLanguages } from './chosen-language.ts';

/** A globe with every language in its own words, for whoever has no page of their own yet. The browser's own list: it opens anywhere. */
export function LanguageSelect({ className = '' }: { className?: string }) {
  const languages = useLanguages();
  const toast = useToast();
  if (languages.length < 2) return null;
  const choose = (language: string) =>
    chooseLanguage(language, undefined).catch(() =>
      toast({
        title: t`This language is not on this device yet`,
        description: t`It needs a connection once. After that it works offline.`,
        variant: 'destructive',
      }),
    );
  return (
    <span
      className={`relative inline-flex min-h-touch min-w-touch items-center justify-center rounded-md text-ink-soft outline-accent-text hover:bg-sunken has-focus-visible:outline-3 ${className}`}
    >
      <Globe aria-hidden className="size-5" />
      <select
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={({ target }) => void choose(target.value)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {ownName(language)}
          </option>
        ))}
      </select>
    </span>
  );
}
