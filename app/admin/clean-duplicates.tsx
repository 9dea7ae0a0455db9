import { CopyX } from 'lucide-react';
import { useState } from 'react';
import { CleanedUp } from '#sync/contract/organization.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useAct } from './use-act.ts';
import { adminFailures } from './words.ts';

/** 'Clean Duplicates' (decisions 11): asks first, because a course that is removed is gone. */
export function CleanDuplicates() {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAct<void, CleanedUp>({
    method: 'POST',
    path: () => '/api/admin/cleanup-course-duplicates',
    answer: CleanedUp,
    said: ({ message }) => ({ title: 'Cleanup Completed', description: message }),
    failed: adminFailures.cleanup,
    refreshes: ['/api/'],
  });
  const clean = async () => {
    await run();
    setAsking(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <CopyX aria-hidden className="size-5" />
        Clean Duplicates
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Clean up duplicate courses?"
        description="Of courses with the same title in the same organization only the oldest stays. A duplicate in which somebody has enrolled or made progress is kept. This action cannot be undone."
        verb="Clean Duplicates"
        running="Cleaning..."
        isRunning={isRunning}
        onConfirm={() => void clean()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
