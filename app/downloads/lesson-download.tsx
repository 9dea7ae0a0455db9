import type { KeptLesson, Ledger, Standing } from '#sync/media/ledger.ts';
import { stateOf } from '#sync/media/standing.ts';
import { useConnection } from '../connection.ts';
import { paths } from '../paths.ts';
import { Link } from '../router.ts';
import { StateActions } from './state-actions.tsx';
import { StateLine } from './state-line.tsx';
import { useDownloadActs } from './use-download-acts.ts';

type LessonDownloadProps = { kept: KeptLesson; downloads: Ledger & { standing: Standing | undefined } };

/** One lesson on this device. The picture of its course, which all of them need, is not counted here. */
export function LessonDownload({ kept, downloads }: LessonDownloadProps) {
  const { isOffline } = useConnection();
  const acts = useDownloadActs();
  const { courseId, lessonId, files } = kept;
  const title = kept.title || 'A lesson';
  const which = { courseId, lessonIds: [lessonId] };
  const own = { ...kept, files: files.filter(({ bytes }) => bytes !== null) };
  const facts = { standing: downloads.standing, isOffline };
  const whole = stateOf([kept], downloads.downloads, facts);
  const state = { ...whole, ...amountsOf(stateOf([own], downloads.downloads, facts)) };
  if (state.kind === 'absent') return null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1">
      <Link
        to={paths.lesson(courseId, lessonId)}
        className="inline-flex min-h-touch min-w-0 grow basis-36 items-center hover:underline"
      >
        {title}
      </Link>
      <div
        className={`flex min-w-0 items-center gap-x-1 ${state.kind === 'here' ? 'ml-auto shrink-0' : 'grow basis-64 sm:max-w-sm'}`}
      >
        <StateLine state={state} name={title} isTerse />
        <StateActions
          state={state}
          name={title}
          onPause={() => void acts.pause(which)}
          onResume={() => void acts.resume(which)}
          onRemove={() => void acts.remove(which)}
        />
      </div>
    </li>
  );
}

function amountsOf(state: ReturnType<typeof stateOf>) {
  return state.kind === 'absent' ? {} : { here: state.here, total: state.total };
}
