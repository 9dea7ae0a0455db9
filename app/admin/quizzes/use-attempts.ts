import { useInfiniteQuery } from '@tanstack/react-query';
import { QuizAttemptList } from '#sync/contract/quiz-authoring.ts';
import { ask, troubleOf } from '../ask.ts';
import { quizPath } from './quiz-path.ts';

const PAGE_ROWS = 50;

/** Past attempts of a quiz, newest first, one page more with each call of `more`. */
export function useAttempts(lessonId: number) {
  const path = `${quizPath(lessonId)}/attempts`;
  const query = useInfiniteQuery({
    queryKey: [path],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ask(`${path}?limit=${PAGE_ROWS}${pageParam && `&cursor=${encodeURIComponent(pageParam)}`}`, QuizAttemptList),
    getNextPageParam: ({ nextCursor }: QuizAttemptList) => nextCursor,
  });
  return {
    attempts: query.data?.pages.flatMap((page) => page.attempts),
    trouble: query.error === null ? undefined : troubleOf(query.error),
    again: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isFetchingMore: query.isFetchingNextPage,
  };
}
