import { RefreshCw } from 'lucide-react';
import { RefreshedLessons } from '#sync/contract/organization.ts';
import { Button } from '../ui/button.tsx';
import { useAct } from './use-act.ts';
import { adminFailures } from './words.ts';

/** The specification's course of this button. */
const COURSE_ID = 4;

/** 'Refresh Data' (decisions 11): asks for that course's lessons, and for every figure of the page again. */
export function RefreshLessons() {
  const { run, isRunning } = useAct({
    method: 'GET',
    path: (courseId: number) => `/api/admin/courses/${courseId}/lessons/refresh`,
    answer: RefreshedLessons,
    said: ({ message }) => ({ title: 'Data Refreshed', description: message }),
    failed: adminFailures.refresh,
    refreshes: ['/api/'],
  });
  return (
    <Button variant="secondary" disabled={isRunning} onClick={() => void run(COURSE_ID)}>
      <RefreshCw aria-hidden className={`size-5 ${isRunning ? 'motion-safe:animate-spin' : ''}`} />
      Refresh Data
    </Button>
  );
}
