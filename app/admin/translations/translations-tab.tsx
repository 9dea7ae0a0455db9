// The translations of a course: source and words side by side, part by part, for authors, and as files for translators (decision 358).

import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import {
  ChevronDown,
  CircleCheck,
  CircleDashed,
  FileDown,
  FileUp,
  Languages,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { percentDone } from '#sync/contract/fields.ts';
import type { Translation, TranslationList, TranslationPart } from '#sync/contract/translation.ts';
import { LANGUAGES, languageName } from '#sync/contract/words.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { locale } from '../../ui/language.ts';
import { Menu } from '../../ui/menu.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Spinner } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-view.tsx';
import { useToast } from '../../ui/toast.tsx';
import { readFile } from '../lists/read-file.ts';
import { type ReadTexts, writeCsv, writeXliff } from './translation-files.ts';
import { PartTexts } from './translation-texts.tsx';

export function TranslationsTab({ courseId }: { courseId: number }) {
  const { data, error, refetch } = useApiQuery(server.admin.courses[':id'].translations, byId(courseId));
  const [chosen, setChosen] = useState<string>();
  if (error && !data) return <NotLoaded refetch={refetch} />;
  if (!data) return <Spinner label={t`Loading the translations`} />;
  const language = chosen ?? data.translations[0]?.language;
  return (
    <div className="flex flex-col gap-6">
      <LanguageChoice list={data} language={language} onChoose={setChosen} />
      {language ? (
        <OneLanguage key={language} courseId={courseId} language={language} list={data} />
      ) : (
        <EmptyState icon={Languages} title={t`This course is in one language`}>
          <Trans>
            Choose a language to translate into. Progress, quizzes and certificates stay those of this course.
          </Trans>
        </EmptyState>
      )}
    </div>
  );
}

const NotLoaded = ({ refetch }: { refetch: () => void }) => (
  <ErrorState title={t`The translations could not be loaded`} onRetry={refetch}>
    <Trans>Check your connection and try again.</Trans>
  </ErrorState>
);

type LanguageChoiceProps = {
  list: TranslationList;
  language: string | undefined;
  onChoose: (language: string) => void;
};

/** Those that are there first. */
function LanguageChoice({ list, language = '', onChoose }: LanguageChoiceProps) {
  const known = list.translations.map((one) => one.language);
  const others = LANGUAGES.filter((tag) => tag !== list.source && !known.includes(tag));
  const tags = [
    ...known,
    ...others,
    ...(language && !known.includes(language) && !others.some((tag) => tag === language) ? [language] : []),
  ];
  const options = tags.map((tag) => [tag, languageName(tag, locale)] as const);
  return (
    <Choice
      label={t`Language`}
      value={language}
      onChange={onChoose}
      options={[...(language ? [] : [['', t`Choose a language`] as const]), ...options]}
      className="max-w-xs"
    />
  );
}

const ofLanguage = (courseId: number, language: string) => ({ param: { id: `${courseId}`, language } });
const ROUTE = server.admin.courses[':id'].translations[':language'];

/** The acts on one language of a course. */
function useTranslationActs(courseId: number, language: string) {
  const about = ofLanguage(courseId, language);
  const name = languageName(language, locale);
  const invalidates = [pathOf(server.admin.courses[':id'].translations, byId(courseId))];
  const write = useApiMutation({
    send: (json: ReadTexts) => call(ROUTE.$put({ ...about, json })),
    errorToast: { title: t`NOT saved`, sentence: t`The translation could not be saved.` },
    invalidates,
  });
  const publish = useApiMutation({
    send: (isPublished: boolean) => call(ROUTE.publish.$post({ ...about, json: { isPublished } })),
    successToast: ({ isPublished }) =>
      isPublished
        ? { title: t`Translation Published`, description: t`Learners read the course in ${name}.` }
        : { title: t`Translation Unpublished`, description: t`Learners no longer read the course in ${name}.` },
    errorToast: { title: t`Publishing Failed`, sentence: t`Nothing has changed for learners.` },
    invalidates,
  });
  const remove = useApiMutation({
    send: () => call(ROUTE.$delete(about)),
    successToast: () => ({ title: t`Translation Deleted` }),
    errorToast: { title: t`Deleting Failed`, sentence: t`The translation is still there.` },
    invalidates,
  });
  return { write, publish, remove };
}

type OneLanguageProps = { courseId: number; language: string; list: TranslationList };

function OneLanguage({ courseId, language, list }: OneLanguageProps) {
  const { data, error, refetch } = useApiQuery(ROUTE, ofLanguage(courseId, language));
  const { write, publish, remove } = useTranslationActs(courseId, language);
  const [at, setAt] = useState(0);
  const confirm = useConfirm();
  const name = languageName(language, locale);
  if (error && !data) return <NotLoaded refetch={refetch} />;
  if (!data) return <Spinner label={t`Loading the translation`} />;
  const { translation } = data;
  const { parts, isPublished } = translation;
  const isBegun = list.translations.some((one) => one.language === language);
  const part = parts[at] ?? parts[0];
  const { ready, changed, missing } = countOf(parts);
  const deleteIt = async () => {
    const title = t`Delete the words in ${name}?`;
    const text = t`Learners read the course in its own language then. This cannot be undone.`;
    if (await confirm({ title, text, action: t`Delete` })) void remove.run();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-60 grow basis-60">
          <p className="mb-1.5 text-ink-soft">
            {[
              plural(ready, { one: '# text ready', other: '# texts ready' }),
              changed > 0 && plural(changed, { one: '# changed', other: '# changed' }),
              missing > 0 && plural(missing, { one: '# not translated', other: '# not translated' }),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <ProgressBar percent={percentDone(ready, ready + changed + missing)} label={t`Translated`} />
        </div>
        <ForTranslators translation={translation} onRead={write.run} />
        {isBegun && (
          <>
            <Button icon={Trash2} variant="quiet" disabled={remove.isRunning} onClick={() => void deleteIt()}>
              <Trans>Delete</Trans>
            </Button>
            <Button
              variant={isPublished ? 'secondary' : 'primary'}
              disabled={publish.isRunning}
              onClick={() => void publish.run(!isPublished)}
            >
              {isPublished ? <Trans>Unpublish translation</Trans> : <Trans>Publish translation</Trans>}
            </Button>
          </>
        )}
      </div>
      {changed + missing > 0 && isBegun && (
        <p className="text-ink-soft text-sm">
          <Trans>You can publish now. The rest is read in the language of the course.</Trans>
        </p>
      )}
      <div className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav aria-label={t`Parts of the course`}>
          <ul className="flex flex-col gap-1 max-lg:max-h-60 max-lg:overflow-y-auto">
            {parts.map((one, index) => (
              <PartRow key={one.lessonId ?? 0} part={one} isOpen={one === part} onOpen={() => setAt(index)} />
            ))}
          </ul>
        </nav>
        {part && <PartTexts key={part.lessonId ?? 0} part={part} translation={translation} write={write.run} />}
      </div>
    </>
  );
}

const countOf = (parts: readonly TranslationPart[]) => {
  const counts = { ready: 0, changed: 0, missing: 0 };
  for (const { texts } of parts) for (const { state } of texts) counts[state] += 1;
  return counts;
};

function PartRow({ part, isOpen, onOpen }: { part: TranslationPart; isOpen: boolean; onOpen: () => void }) {
  const { changed, missing, ready } = countOf([part]);
  const Icon = changed > 0 ? TriangleAlert : missing > 0 ? CircleDashed : CircleCheck;
  const tone = changed > 0 ? 'text-warn-text' : missing > 0 ? 'text-ink-soft' : 'text-complete-text';
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        className="flex min-h-touch w-full items-start gap-2.5 rounded-md px-3 py-2 text-start hover:bg-sunken aria-[current]:bg-surface aria-[current]:font-semibold aria-[current]:shadow-low"
      >
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
        <span className="min-w-0">
          <span dir="auto" className="block">
            {part.lessonId === null ? t`Title and description` : `${part.number}. ${part.title}`}
          </span>
          <span className="block font-normal text-ink-soft text-sm">
            {changed > 0 ? (
              <Plural value={changed} one="# text changed" other="# texts changed" />
            ) : missing === 0 ? (
              <Trans>Ready</Trans>
            ) : ready === 0 ? (
              <Trans>Not translated</Trans>
            ) : (
              <Plural value={missing} one="# not translated" other="# not translated" />
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

type ForTranslatorsProps = {
  translation: Translation;
  onRead: (texts: ReadTexts) => Promise<{ taken: number; unknown: number[] } | undefined>;
};

/** All texts as a file, and the file again. */
function ForTranslators({ translation, onRead }: ForTranslatorsProps) {
  const toast = useToast();
  const { courseId, language } = translation;
  const name = `course-${courseId}-${language}`;
  const failed = (description: string) =>
    toast({ title: t`Nothing was taken in`, description, variant: 'destructive' });
  const read = async (file: File) => {
    const found = await readFile(file).catch(() => ({ error: t`The file could not be read.` }));
    if (found.error !== undefined) return failed(found.error);
    const { readTexts } = await import('./read-translations.ts');
    const texts = readTexts(found.text, translation);
    if (typeof texts === 'string') return failed(texts);
    const answer = await onRead(texts);
    if (!answer) return;
    const left = answer.unknown.length;
    const taken = plural(answer.taken, { one: '# text was taken in.', other: '# texts were taken in.' });
    const unknown = plural(left, {
      one: '# text is not in this course any more and was left out.',
      other: '# texts are not in this course any more and were left out.',
    });
    toast({ title: t`Translation Read`, description: left > 0 ? `${taken} ${unknown}` : taken });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        trigger={
          <Button icon={FileDown} variant="secondary">
            <Trans>For a translator</Trans>
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        }
        groups={[
          {
            items: [
              {
                label: 'XLIFF 1.2',
                onSelect: () => saveFile(`${name}.xlf`, writeXliff(translation), 'application/xliff+xml'),
              },
              { label: 'CSV', onSelect: () => saveFile(`${name}.csv`, writeCsv(translation)) },
            ],
          },
        ]}
      />
      <FilePicker
        icon={FileUp}
        label={t`XLIFF or CSV file`}
        accept=".xlf,.xliff,.csv,.tsv,.txt,text/csv"
        onChoose={(file) => void read(file)}
      >
        <Trans>Read a file</Trans>
      </FilePicker>
    </div>
  );
}
