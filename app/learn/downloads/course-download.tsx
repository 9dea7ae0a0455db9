import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type DownloadState, isHere, stateOf } from '#sync/downloads/download-status.ts';
import type { KeptLesson } from '#sync/store/media-ledger.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/router.ts';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { DownloadActions, DownloadStateLine } from './download-state.tsx';
import type { Downloads } from './use-downloads.ts';

type CourseDownloadProps = {
  /** The downloaded lessons of one course, in its order. */
  lessons: KeptLesson[];
  state: Exclude<DownloadState, { kind: 'absent' }>;
  downloads: Downloads;
};

/** A downloaded course, with its lessons behind a button. */
export function CourseDownload({ lessons, state, downloads }: CourseDownloadProps) {
  const { replica } = useEngine();
  const [isOpen, setIsOpen] = useState(false);
  const [first] = lessons;
  const courseId = first?.courseId ?? 0;
  const course = useLiveQuery(() => replica.courses.get(courseId), [replica, courseId]);
  if (!first) return null;
  const title = first.courseTitle || t`A course`;
  const known = lessons.filter(({ lessonId }) => lessonId > 0);
  const here = known.filter((one) => isHere(one, downloads.downloads)).length;
  const total = Math.max(known.length, course?.lessonCount ?? 0);
  return (
    <li>
      <Card className="overflow-hidden">
        <div className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3 p-3 pe-1">
          <CourseThumbnail course={course ?? null} className="row-span-2 h-16 w-16! self-start rounded-md" />
          <h3 className="font-semibold">
            <Link to={paths.course(courseId)} className="flex min-h-touch items-center hover:underline">
              {title}
            </Link>
          </h3>
          <DownloadActions state={state} name={title} which={{ courseId }} />
          <div className="col-span-2 pe-3">
            <DownloadStateLine state={state} name={title} isTerse />
          </div>
        </div>
        {known.length > 0 && (
          <>
            <button
              type="button"
              className="flex min-h-touch w-full items-center gap-3 border-line border-t px-4 text-start hover:bg-sunken"
              aria-expanded={isOpen}
              onClick={() => setIsOpen((open) => !open)}
            >
              <span className="grow">
                {here < total
                  ? plural(total, { one: `${here} of # lesson`, other: `${here} of # lessons` })
                  : plural(total, { one: '# lesson', other: '# lessons' })}
                <span className="sr-only">
                  {' '}
                  <Trans>on this device</Trans>
                </span>
              </span>
              <ChevronDown
                aria-hidden
                className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
              />
            </button>
            {isOpen && (
              <ul className="divide-y divide-line border-line border-t ps-4">
                {known.map((kept) => (
                  <LessonDownload key={kept.lessonId} kept={kept} downloads={downloads} />
                ))}
              </ul>
            )}
          </>
        )}
      </Card>
    </li>
  );
}

/** One downloaded lesson. The course's picture, which all its lessons share, is not counted. */
function LessonDownload({ kept, downloads }: { kept: KeptLesson; downloads: Downloads }) {
  const { isOffline } = useConnection();
  const { courseId, lessonId, files } = kept;
  const title = kept.title || t`A lesson`;
  const own = { ...kept, files: files.filter(({ bytes }) => bytes !== null) };
  const facts = { status: downloads.standing, isOffline };
  const whole = stateOf([kept], downloads.downloads, facts);
  const part = stateOf([own], downloads.downloads, facts);
  const state = { ...whole, ...(part.kind !== 'absent' && { here: part.here, total: part.total }) };
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
        className={`flex min-w-0 items-center gap-x-1 ${state.kind === 'here' ? 'ms-auto shrink-0' : 'grow basis-64 sm:max-w-sm'}`}
      >
        <DownloadStateLine state={state} name={title} isTerse isSilent />
        <DownloadActions state={state} name={title} which={{ courseId, lessonIds: [lessonId] }} />
      </div>
    </li>
  );
}
