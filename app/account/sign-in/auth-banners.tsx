// What somebody came for, above the forms: the organization of their invitation, the course they chose.

import { GraduationCap, TriangleAlert, Users } from 'lucide-react';
import { useCallback } from 'react';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { type InvitationCheck, invitationWords } from './invitation-check.tsx';

/** The organization of a valid invitation, or why it is not valid. */
export function InvitationBanner({ check }: { check: InvitationCheck }) {
  if (check.kind === 'unchecked') return null;
  if (check.kind === 'valid') {
    return (
      <div role="status" className="flex gap-3 rounded-md bg-accent-soft px-4 py-3 text-accent-text">
        <Users aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p>You are invited to join</p>
          <p className="font-semibold">{check.organization}</p>
          {check.course && <p className="text-sm">Course: {check.course.title}</p>}
        </div>
      </div>
    );
  }
  return (
    <div role="status" className="flex gap-3 rounded-md bg-sunken px-4 py-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div>
        <p className="font-medium">{invitationWords(check)}</p>
        {check.kind === 'invalid' && (
          <p className="text-ink-soft text-sm">You can go on without it, and ask for a new one later.</p>
        )}
      </div>
    </div>
  );
}

/** The course that a visitor wants to take, when it is one that everybody may see (A3). */
export function CourseBanner({ courseId }: { courseId: number }) {
  const engine = useEngine();
  usePull(useCallback(() => engine.pullCatalog(), [engine]));
  const course = useLiveQuery(() => engine.replica.courses.get(courseId), [engine, courseId]);
  if (course?.visibility !== 'public') return null;
  return (
    <div className="flex gap-3 rounded-md bg-sunken px-4 py-3">
      <GraduationCap aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
      <div className="min-w-0">
        <p className="font-semibold">{course.title}</p>
        <p className="line-clamp-2 text-ink-soft text-sm">{course.description}</p>
      </div>
    </div>
  );
}
