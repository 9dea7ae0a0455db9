import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { isHere, stateOf } from '#sync/downloads/download-status.ts';
import type { KeptLesson } from '#sync/store/media-ledger.ts';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { counted } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { DownloadActions, DownloadStateLine } from './download-state.tsx';
import type { Downloads } from './use-downloads.ts';

type CourseDownloadProps = {
  /** The downloaded lessons of one course, in its order. */
  lessons: KeptLesson[];
  downloads: Downloads;
};

/** A downloaded course, with its lessons behind a button. */
export function CourseDownload({ lessons, downloads }: CourseDownloadProps) {
  const { isOffline } = useConnection();
  const [isOpen, setIsOpen] = useState(false);
  const [first] = lessons;
  if (!first) return null;
  const { courseId } = first;
  const title = first.courseTitle || 'A course';
  const state = stateOf(lessons, downloads.downloads, { status: downloads.standing, isOffline });
  const known = lessons.filter(({ lessonId }) => lessonId > 0);
  const here = known.filter((one) => isHere(one, downloads.downloads)).length;
  if (state.kind === 'absent') return null;
  return (
    <li>
      <Card className="p-4">
        <h2 className="font-semibold text-lg">
          <Link to={paths.course(courseId)} className="inline-flex min-h-touch items-center hover:underline">
            {title}
          </Link>
        </h2>
        <div className="flex min-h-touch flex-wrap items-center gap-x-1">
          <DownloadStateLine state={state} name={title} />
          <DownloadActions state={state} name={title} which={{ courseId }} />
        </div>
        {known.length > 0 && (
          <>
            <Button
              variant="quiet"
              className="mt-2 -ml-3 justify-start px-3 text-left"
              aria-expanded={isOpen}
              onClick={() => setIsOpen((open) => !open)}
            >
              <ChevronDown aria-hidden className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
              {here} of {counted(known.length, 'lesson')} on this device
            </Button>
            {isOpen && (
              <ul className="divide-y divide-line border-line border-t">
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
  const title = kept.title || 'A lesson';
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
        className={`flex min-w-0 items-center gap-x-1 ${state.kind === 'here' ? 'ml-auto shrink-0' : 'grow basis-64 sm:max-w-sm'}`}
      >
        <DownloadStateLine state={state} name={title} isTerse />
        <DownloadActions state={state} name={title} which={{ courseId, lessonIds: [lessonId] }} />
      </div>
    </li>
  );
}
