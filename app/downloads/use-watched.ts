import { bytesHere, type KeptLesson, type Ledger } from '#sync/media/ledger.ts';
import { readLesson } from '#sync/reads.ts';
import { useLiveQuery } from '../live-query.ts';
import { useEngine } from '../person.tsx';

/** Kept lessons whose film was watched to the end, and what room they take that nothing else needs. */
export type Watched = { lessons: KeptLesson[]; bytes: number };

/** The lessons that could go first when there is no room left. */
export function useWatched(ledger: Ledger | undefined): Watched {
  const { replica } = useEngine();
  const kept = ledger?.kept ?? [];
  const ids = kept.map(({ lessonId }) => lessonId);
  const completed = useLiveQuery(async () => {
    const states = await Promise.all(ids.map((id) => readLesson(replica, id)));
    return states.flatMap((state) => (state?.unit.status === 'completed' ? [state.lesson.id] : []));
  }, [replica, ids.join(' ')]);
  const lessons = kept.filter(({ lessonId, files }) => completed?.includes(lessonId) && isFilm(files[0]?.bytes));
  const stays = new Set(kept.filter((one) => !lessons.includes(one)).flatMap(({ files }) => files.map(idOf)));
  const goes = new Set(lessons.flatMap(({ files }) => files.map(idOf)).filter((assetId) => !stays.has(assetId)));
  const rows = [...goes].flatMap((assetId) => ledger?.downloads.get(assetId) ?? []);
  return { lessons, bytes: rows.reduce((sum, row) => sum + bytesHere(row), 0) };
}

const idOf = ({ assetId }: { assetId: string }) => assetId;
const isFilm = (bytes: number | null | undefined) => typeof bytes === 'number';
