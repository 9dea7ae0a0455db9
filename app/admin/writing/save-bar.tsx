import { useConnection } from '../../connection.ts';
import { Button } from '../../ui/button.tsx';
import { usePageMark } from '../../ui/page-mark.ts';
import type { Writing } from './use-writing.ts';

/** Where the text stands, and the one main action, always in sight. */
export function SaveBar({ writing }: { writing: Writing }) {
  const { isOffline } = useConnection();
  const { isDirty, isSaving, theirs, offered } = writing;
  const mark = usePageMark('bottom-bar');
  return (
    <div
      {...mark}
      className="sticky bottom-0 in-data-has-upload-note:bottom-20 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mx-0 lg:rounded-t-lg lg:border-x"
    >
      <p role="status" className="min-w-0 flex-1 basis-40 text-ink-soft text-sm">
        {words(writing, isOffline)}
      </p>
      <Button
        size="big"
        aria-keyshortcuts="Control+S"
        title="Save (Ctrl+S)"
        disabled={!isDirty || isSaving || theirs !== undefined || offered !== undefined}
        onClick={() => void writing.save()}
      >
        {isSaving ? 'Saving...' : 'Save Lesson'}
      </Button>
    </div>
  );
}

function words({ isDirty, isSaving, isKept, faults, theirs, offered }: Writing, isOffline: boolean): string {
  if (offered) return 'Decide upon the unsaved text first.';
  if (theirs) return 'Two versions: decide above.';
  if (isSaving) return 'Saving...';
  if (Object.values(faults).some(Boolean)) return 'Not saved: mend the fields marked in red first.';
  if (!isDirty) return isOffline ? 'Offline. You can go on writing.' : 'All changes saved';
  if (!isKept) return 'Not saved, and this device has no room to keep it: save now, or copy your text.';
  return isOffline
    ? 'Offline: kept on this device. Save once the server can be reached.'
    : 'Not saved yet, kept on this device';
}
