// In which language a course is read, and the switch to another one. Both languages work offline once they are here (Y32).
import { t } from '@lingui/core/macro';
import { ChevronDown, Languages } from 'lucide-react';
import { languageName, ownLanguageName } from '#sync/contract/words.ts';
import type { Wording } from '#sync/store/wording.ts';
import { useEngine } from '../device/active-user.tsx';
import { Badge } from '../ui/badge.tsx';
import { locale } from '../ui/language.ts';
import { useToast } from '../ui/toast.tsx';

type CourseLanguageProps = {
  courseId: number;
  wording: Wording | undefined;
  /** The lesson whose quiz is shown. */
  quizId?: number | undefined;
  className?: string;
};

/** The switch where there is something to choose, and a quiet mark where the words are not in the language that was wanted. */
export function CourseLanguage({ courseId, wording, quizId, className = '' }: CourseLanguageProps) {
  const engine = useEngine();
  const toast = useToast();
  if (!wording) return null;
  const { shown, languages, isOther, isPartial } = wording;
  // What is not in the wanted language is in the source's.
  const source = languageName(languages[0] ?? '', locale);
  const choose = async (language: string) => {
    try {
      await engine.chooseLanguage(language, courseId);
    } catch {
      return toast({
        title: t`NOT saved`,
        description: t`This device could not keep your choice.`,
        variant: 'destructive',
      });
    }
    const [outcome] = await Promise.all([engine.pullCourse(courseId), quizId && engine.pullQuiz(quizId)]);
    const isHere = language === languages[0] || (await engine.replica.courses.get(courseId))?.words?.[language];
    const name = languageName(language, locale);
    if (outcome.kind !== 'fresh' && !isHere)
      toast({
        title: t`Not on this device in ${name} yet`,
        description: t`It comes as soon as you have a connection.`,
      });
  };
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 ${className}`}>
      {languages.length > 1 && (
        <span className="relative inline-flex max-w-full items-center rounded-full border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 outdoor:border-2">
          <Languages aria-hidden className="pointer-events-none absolute start-3.5 size-5" />
          <select
            aria-label={t`Language of this course`}
            value={shown}
            onChange={(event) => void choose(event.currentTarget.value)}
            className="min-h-touch max-w-full cursor-pointer appearance-none truncate rounded-full bg-transparent ps-11 pe-10 font-medium outline-none"
          >
            {languages.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {ownLanguageName(tag)}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-3.5 size-5" />
        </span>
      )}
      {(isOther || isPartial) && (
        <Badge icon={languages.length > 1 ? undefined : Languages}>
          {isPartial ? t`Partly in ${source}` : t`In ${source}`}
        </Badge>
      )}
    </div>
  );
}
