// Results of quizzes that came while one was elsewhere, on the home page and the course's.
import { t } from '@lingui/core/macro';
import { ChevronRight, CircleCheck, RotateCcw, X } from 'lucide-react';
import { markQuizNewsSeen, type QuizNews, readQuizNews } from '#sync/store/quiz-news.ts';
import { useEngine } from '../device/active-user.tsx';
import { useLiveQuery } from '../device/live-query.ts';
import { COMPLETED, paths } from '../paths.ts';
import { IconButton } from '../ui/button.tsx';
import { focusHeading } from '../ui/page-title.tsx';
import { Link } from '../ui/router.ts';

/** The news of all courses, or of one: that of the lesson which comes next is told with it, the others before it. */
export function useQuizNews(nextLessonId: number | undefined, courseId?: number) {
  const { replica } = useEngine();
  const news = useLiveQuery(() => readQuizNews(replica), [replica]) ?? [];
  const own = news.filter(({ course }) => courseId === undefined || course.id === courseId);
  const ofNext = own.find(({ result, state }) => !result.passed && state.lesson.id === nextLessonId);
  return { ofNext, others: own.filter((one) => one !== ofNext) };
}

/** 'Not passed: 66%. You need 100% to pass this quiz.' */
export function notPassed({ result: { score, isRegraded } }: QuizNews): string {
  return isRegraded
    ? t`Your answers were graded again. Not passed: ${score}%. You need 100% to pass this quiz.`
    : t`Not passed: ${score}%. You need 100% to pass this quiz.`;
}

/** 'Passed: 100%', and of the one that completed its course with its title. */
function passed({ result: { score, isRegraded }, state: { lesson } }: QuizNews, isEnd: boolean): string {
  const { title } = lesson;
  if (isEnd)
    return isRegraded
      ? t`Your answers were graded again. ${title} passed:\u00a0${score}%`
      : t`${title} passed:\u00a0${score}%`;
  return isRegraded ? t`Your answers were graded again. Passed:\u00a0${score}%` : t`Passed:\u00a0${score}%`;
}

function NewsRow({ news, isInCourse }: { news: QuizNews; isInCourse: boolean }) {
  const { replica } = useEngine();
  const { course, state, result, isWhole } = news;
  const { lesson } = state;
  const [lessonTitle, courseTitle] = [lesson.title, course.title];
  const seen = () => void markQuizNewsSeen(replica, news.lessonIds).catch(() => undefined);
  const dismiss = () => {
    seen();
    focusHeading();
  };
  const isEnd = result.passed && isWhole;
  const Icon = result.passed ? CircleCheck : RotateCcw;
  return (
    <li
      className={`flex items-center rounded-lg ${result.passed ? 'bg-complete-soft text-complete-text' : 'border border-line bg-surface shadow-low'}`}
    >
      <Link
        to={isEnd ? paths.certificate(course.id) : paths.lesson(course.id, lesson.id)}
        state={isEnd ? COMPLETED : undefined}
        onClick={isEnd ? seen : undefined}
        className="flex min-h-19 min-w-0 grow items-center gap-3 rounded-lg p-3 ps-4 -outline-offset-3"
      >
        <Icon aria-hidden className="size-6 shrink-0" />
        <span className="min-w-0 grow">
          <span className="block font-semibold">
            {isEnd ? (isInCourse ? t`Course completed` : t`Course completed: ${courseTitle}`) : lesson.title}
          </span>
          <span className={`block text-sm ${result.passed ? '' : 'text-ink-soft'}`}>
            {result.passed ? passed(news, isEnd) : notPassed(news)}
          </span>
          <span className={`block font-semibold ${result.passed ? '' : 'text-accent-text'}`}>
            {isEnd ? t`View certificate` : result.passed ? t`See your answers` : t`Try again`}
          </span>
        </span>
        {!result.passed && <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />}
      </Link>
      {result.passed && <IconButton icon={X} aria-label={t`Dismiss: ${lessonTitle}`} onClick={dismiss} />}
    </li>
  );
}

/** The results to tell of first: what was passed, and what to try again. In a course's page its title is not said again. */
export function QuizNewsList({ news, isInCourse = false }: { news: readonly QuizNews[]; isInCourse?: boolean }) {
  if (news.length === 0) return null;
  return (
    <ul aria-label={t`Quiz results`} className="flex flex-col gap-3">
      {news.map((one) => (
        <NewsRow key={one.result.opId} news={one} isInCourse={isInCourse} />
      ))}
    </ul>
  );
}
