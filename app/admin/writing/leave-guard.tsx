import { useHeldPage } from '../../shell/use-held-page.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useLeaveGuard } from '../../ui/leave-guard.ts';

/** Asks before a page with unsaved text is left: by a link, Back or Forward, closing or reloading. */
export function useUnsavedText(isUnsaved: boolean): void {
  const confirm = useConfirm();
  useHeldPage(isUnsaved);
  useLeaveGuard(
    isUnsaved,
    (leave) =>
      void confirm({
        title: 'Leave without saving?',
        text: 'Your changes are not saved. They stay on this device and are offered to you when you open this lesson again.',
        action: 'Leave',
        run: leave,
      }),
  );
}
