import { Plural, Trans } from '@lingui/react/macro';
import { Repeat } from 'lucide-react';
import { readPractice } from '#sync/extras/practice.ts';
import { useEngine } from '../device/active-user.tsx';
import { useLiveQuery } from '../device/live-query.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

/** The way to what was answered wrong in a course; nothing where nothing was. */
export function PracticeLink({ courseId }: { courseId: number }) {
  const { replica } = useEngine();
  const items = useLiveQuery(() => readPractice(replica, courseId), [replica, courseId]);
  if (!items || items.length === 0) return null;
  const now = new Date();
  const due = items.filter((item) => item.due <= now).length;
  return (
    <div>
      <Button variant="secondary" icon={Repeat} to={paths.practice(courseId)} className="w-full">
        <Trans>Practice what I got wrong</Trans>
      </Button>
      {due > 0 && (
        <p className="mt-1 text-ink-soft text-sm">
          <Plural value={due} one="# question" other="# questions" />
        </p>
      )}
    </div>
  );
}
