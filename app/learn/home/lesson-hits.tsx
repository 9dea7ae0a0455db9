// What the search of the home page finds inside lessons: on this device at once, and on the server when it answers.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CirclePlay, FileText } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Course } from '#sync/contract/course.ts';
import {
  HITS_LIMIT,
  type LessonHit,
  LessonHits,
  markWords,
  SEARCH_LIMIT,
  searchedWords,
} from '#sync/contract/search.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { type LessonsHere, mergeHits, readLessons, searchLessons, withCaptions } from '#sync/extras/lesson-search.ts';
import { ApiError, call } from '../../api/client.ts';
import { isUnreachable } from '../../api/messages.ts';
import { server } from '../../api/session.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePullCall } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { PullNote } from '../../shell/pull-error-view.tsx';
import { clockLabel } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The lessons of this device, first without what their videos say, and whether that is still read; undefined until there are any. */
function useLessonsHere(): { lessons: LessonsHere; isReading: boolean } | undefined {
  const { replica } = useEngine();
  const { userId } = useActiveUser();
  const captions = useMemo(() => ({ device, cache: openMediaCache(), userId }), [userId]);
  const texts = useLiveQuery(() => readLessons(replica), [replica]);
  const [here, setHere] = useState<{ lessons: LessonsHere; isReading: boolean }>();
  useEffect(() => {
    if (!texts) return;
    let isCurrent = true;
    setHere({ lessons: texts, isReading: true });
    void withCaptions(texts, captions)
      // What cannot be read is not searched; the texts are.
      .catch(() => texts)
      .then((lessons) => isCurrent && setHere({ lessons, isReading: false }));
    return () => {
      isCurrent = false;
    };
  }, [texts, captions]);
  return here;
}

/** Drawn first: the others would make them wait. */
const HITS_IN_SIGHT = 4;
const NO_WORDS: string[] = [];

/** What this device finds: the best few in the same moment, all of them in the next. */
function useHitsHere(words: string[], courses: readonly Course[]): { hits: LessonHit[]; isSearching: boolean } {
  const { lessons, isReading } = useLessonsHere() ?? {};
  const titles = useMemo(() => new Map(courses.map(({ id, title }) => [id, title])), [courses]);
  const isFirst = useDeferredValue(words, NO_WORDS) !== words;
  const hits = useMemo(() => {
    const limit = isFirst ? HITS_IN_SIGHT : HITS_LIMIT;
    return lessons ? searchLessons(lessons, { words, titleOf: (id) => titles.get(id), limit }) : [];
  }, [lessons, words, titles, isFirst]);
  return { hits, isSearching: isFirst || !lessons || isReading === true };
}

type Answer = { kind: 'fresh'; lessons: LessonHit[] } | Exclude<PullOutcome, { kind: 'fresh' }>;

async function askServer(search: string): Promise<Answer> {
  if (searchedWords(search).length === 0) return { kind: 'fresh', lessons: [] };
  try {
    const answer = await call(server.search.$get({ query: { q: search.slice(0, SEARCH_LIMIT) } }));
    return { kind: 'fresh', lessons: LessonHits.parse(answer).lessons };
  } catch (failure) {
    if (isUnreachable(failure)) return { kind: 'offline' };
    const known = failure instanceof ApiError ? failure : undefined;
    const message =
      known?.sentence ?? known?.statusLine ?? t`The server answered in a way this app does not understand.`;
    return { kind: 'refused', status: known?.status ?? 200, code: known?.code ?? '', message };
  }
}

type LessonHitListProps = {
  /** As it is typed: this device is searched with each letter. */
  search: string;
  /** What the server is asked: the same after a pause in typing. Undefined where only this device is searched. */
  asked: string | undefined;
  courses: readonly Course[];
};

/** The lessons in which every searched word occurs, each with its best sentence; a short `search` only gets this device ready. */
export function LessonHitList({ search, asked, courses }: LessonHitListProps) {
  const words = useMemo(() => searchedWords(search), [search]);
  const here = useHitsHere(words, courses);
  const pulled = usePullCall(() => askServer(asked ?? ''), [asked]);
  const outcome = asked === undefined || asked === search ? pulled.outcome : undefined;
  if (words.length === 0) return null;
  const hits = mergeHits(here.hits, outcome?.kind === 'fresh' ? outcome.lessons : []);
  const isSearching = here.isSearching || !outcome;
  return (
    <section aria-labelledby="in-lessons" className="mt-2 flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="in-lessons" className="font-bold text-xl">
          <Trans>In lessons</Trans>
        </h2>
        <p role="status" className="text-ink-soft text-sm">
          {isSearching ? t`Searching…` : countLabel(hits.length)}
        </p>
      </div>
      <PullNote outcome={outcome} again={pulled.again} failed={t`Failed to search lessons`} shown={ONLY_HERE} />
      {hits.length === 0 && isSearching && <Skeleton className="h-24" />}
      {hits.length === 0 && !isSearching && (
        <p className="text-ink-soft">
          <Trans>No lesson contains all of these words.</Trans>
        </p>
      )}
      {hits.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {hits.map((hit) => (
            <Hit key={hit.lessonId} hit={hit} words={words} />
          ))}
        </ul>
      )}
    </section>
  );
}

const ONLY_HERE = t`Only lessons on this device were searched.`;

const countLabel = (count: number) =>
  count === HITS_LIMIT ? t`The ${HITS_LIMIT} best matches` : plural(count, { one: '# lesson', other: '# lessons' });

type HitProps = { hit: LessonHit; words: string[] };

/** A lesson, as a link to the paragraph or the second of the sentence. */
function Hit({ hit: { lessonId, courseId, title, courseTitle, excerpt, second }, words }: HitProps) {
  const Icon = second === null ? FileText : CirclePlay;
  return (
    <li className="relative flex gap-3 p-4 focus-within:bg-sunken hover:bg-sunken">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
      <div className="min-w-0">
        <Link
          to={paths.lesson(courseId, lessonId, { find: words.join(' '), t: second ?? undefined })}
          className="font-semibold after:absolute after:inset-0"
        >
          <Marked text={title} words={words} />
        </Link>
        <p dir="auto" className="text-ink-soft text-sm">
          {courseTitle}
        </p>
        {excerpt && (
          <p dir="auto" className="mt-1.5">
            {second !== null && <span className="me-2 text-ink-soft text-sm tabular-nums">{clockLabel(second)}</span>}
            <Marked text={excerpt} words={words} />
          </p>
        )}
      </div>
    </li>
  );
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return markWords(text, words).map(({ text: piece, isFound }, place) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing else
      <mark key={place} className="rounded-sm bg-accent-soft font-semibold text-accent-text">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
