// What of a person's own the dashboard lists: the courses they may take, and their certificates.
import { Award, ChevronRight } from 'lucide-react';
import { useCallback } from 'react';
import { certificateDate } from '#sync/contract/certificate.ts';
import { readCatalog, readCertificates } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/router.ts';
import { ListCard } from '../dashboard-card.tsx';

const ROW = 'flex min-h-action items-center gap-3 rounded-md border border-line px-4 py-2 hover:bg-sunken';
const chevron = <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />;

/** One button per course that the person may take. */
export function AvailableCourses() {
  const engine = useEngine();
  const courses = useLiveQuery(() => readCatalog(engine.replica), [engine]);
  return (
    <ListCard
      title="Available Courses"
      noun="courses"
      rows={courses}
      pull={useCallback(() => engine.pullCatalog(), [engine])}
      empty="You don't have access to any courses yet."
      row={({ id, title, percentComplete }) => (
        <li key={id}>
          <Link to={paths.course(id)} className={`${ROW} font-medium`}>
            <span className="min-w-0 grow">{title}</span>
            {Boolean(percentComplete) && (
              <span
                className={`shrink-0 text-sm ${percentComplete === 100 ? 'text-complete-text' : 'text-accent-text'}`}
              >
                {percentComplete}%
              </span>
            )}
            {chevron}
          </Link>
        </li>
      )}
    />
  );
}

/** Every certificate of the person. One whose course is gone has no page in the course any more; its public page stays. */
export function CertificatesCard() {
  const engine = useEngine();
  const certificates = useLiveQuery(() => readCertificates(engine.replica), [engine]);
  return (
    <ListCard
      title="Certificates"
      noun="certificates"
      rows={certificates}
      pull={useCallback(() => engine.pullCertificates(), [engine])}
      empty="Complete every lesson of a course, and its certificate is shown here."
      row={({ courseId, serial, courseTitle, issuedAt }) => (
        <li key={serial}>
          <Link to={courseId === null ? paths.verify(serial) : paths.certificate(courseId)} className={ROW}>
            <Award aria-hidden className="size-5 shrink-0 text-complete-text" />
            <span className="min-w-0 grow">
              <span className="block font-medium">{courseTitle}</span>
              <span className="block text-ink-soft text-sm">{certificateDate(issuedAt)}</span>
            </span>
            {chevron}
          </Link>
        </li>
      )}
    />
  );
}
