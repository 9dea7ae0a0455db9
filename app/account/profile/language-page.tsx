import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleArrowDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { failureMessage } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { languagesHere } from '../../device/language-cache.ts';
import { chooseLanguage, ownName, translatedName, useLanguages } from '../../shell/chosen-language.ts';
import { Card } from '../../ui/card.tsx';
import { i18n, locale } from '../../ui/language.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useToast } from '../../ui/toast.tsx';

const order = new Intl.Collator(locale);

/** Each in its own words first: whoever looks for it may not read the language that is set. */
export function LanguagePage() {
  usePageTitle(t`Language`);
  const { profile } = useActiveUser();
  const languages = useLanguages().toSorted((a, b) => order.compare(translatedName(a), translatedName(b)));
  const [here, setHere] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(i18n.locale);
  const toast = useToast();
  useEffect(() => {
    languagesHere().then(setHere, () => undefined);
  }, []);
  const choose = async (language: string) => {
    setChosen(language);
    try {
      await chooseLanguage(language, profile);
    } catch (failure) {
      setChosen(i18n.locale);
      const description = failureMessage(failure, t`A language that isn't on this device needs a connection once.`);
      toast({ title: t`The language could not be changed`, description, variant: 'destructive' });
    }
  };
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 pt-2 pb-8 md:pt-4">
      <h1 className="font-bold text-2xl">
        <Trans>Language</Trans>
      </h1>
      <p className="text-ink-soft">
        <Trans>For you, on every device.</Trans>
      </p>
      <Card className="overflow-hidden">
        <div role="radiogroup" aria-label={t`Language`} className="divide-y divide-line">
          {languages.map((language) => (
            <label
              key={language}
              className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-2 has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-accent-text"
            >
              <input
                type="radio"
                name="language"
                checked={language === chosen}
                onChange={() => void choose(language)}
                className="size-6 shrink-0 accent-(--color-accent)"
              />
              <span className="min-w-0 grow">
                <span className="block font-semibold text-lg">
                  <bdi lang={language}>{ownName(language)}</bdi>
                </span>
                {language !== i18n.locale && (
                  <span className="block text-ink-soft text-sm">{translatedName(language)}</span>
                )}
              </span>
              {here.includes(language) && (
                <span className="flex shrink-0 items-center gap-1.5 font-semibold text-complete-text text-sm">
                  <CircleArrowDown aria-hidden className="size-5" />
                  <span className="max-sm:sr-only">
                    <Trans>On this device</Trans>
                  </span>
                </span>
              )}
            </label>
          ))}
        </div>
      </Card>
      <p className="text-ink-soft">
        <Trans>A language that isn't on this device needs a connection once. After that it works offline.</Trans>
      </p>
    </div>
  );
}
