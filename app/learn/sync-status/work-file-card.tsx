import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileDown, FileUp } from 'lucide-react';
import { useState } from 'react';
import { WORK_FILE_LIMIT_BYTES } from '#sync/contract/work-file.ts';
import { importWorkFile, type WorkFileProblem, WorkFileRejected } from '#sync/extras/work-file.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { saveWorkFile } from '../../device/work-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useToast } from '../../ui/toast.tsx';

function refusalMessage(reason: WorkFileProblem, owner: string): string {
  switch (reason) {
    case 'not-a-work-file':
      return t`This is not a file of unsent work.`;
    case 'damaged':
      return t`The file is damaged. Save it again on the other device.`;
    case 'newer':
      return t`The file was made by a newer version of the app. Update this one first.`;
    case 'other-server':
      return t`The file belongs to another installation of Groundwork.`;
    case 'other-person':
      return owner
        ? t`The file has the work of ${owner}. They have to sign in here to send it.`
        : t`The file has the work of someone else. They have to sign in here to send it.`;
  }
}

/** Moves unsent work to another device as a file, for a device that stays offline (R-Z5). */
export function WorkFileCard() {
  const engine = useEngine();
  const { name } = useActiveUser();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);

  /** Runs `work` and shows a toast when it fails; the unsent work is unchanged then. */
  const runBusy = async (title: string, work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      const isRefused = error instanceof WorkFileRejected;
      if (!isRefused) console.warn('A file of unsent work:', error);
      const description = isRefused
        ? refusalMessage(error.problem, error.person)
        : t`Nothing was changed. Please try again.`;
      toast({ title, description, variant: 'destructive' });
    }
    setIsBusy(false);
  };

  const save = () =>
    runBusy(t`The file could not be saved`, async () => {
      const isSaved = await saveWorkFile(engine, name);
      if (isSaved) toast({ title: t`Unsent work saved to a file`, description: t`It stays on this device too.` });
      else toast({ title: t`There is no unsent work on this device.` });
    });

  const send = (file: File) =>
    runBusy(t`Nothing was added from the file`, async () => {
      // No unsent work is that large; reading the file would only fill the memory.
      const text = file.size > WORK_FILE_LIMIT_BYTES ? '' : await file.text();
      const { added, known, drafts } = await importWorkFile(engine.replica, text, { server: location.origin });
      const parts = [
        plural(added, { one: '# change added', other: '# changes added' }),
        ...(known > 0 ? [plural(known, { one: '# already here', other: '# already here' })] : []),
        ...(drafts > 0 ? [plural(drafts, { one: '# draft', other: '# drafts' })] : []),
      ];
      toast({ title: t`The file was read`, description: `${parts.join(', ')}.` });
      engine.syncNow().catch(() => undefined);
    });

  return (
    <Card className="mt-8 space-y-3 p-4">
      <h2 className="font-semibold text-lg">
        <Trans>Move unsent work by file</Trans>
      </h2>
      <p className="max-w-prose text-ink-soft">
        <Trans>
          No connection here? Save your unsent work to a file, then sign in on another device and upload it. It is only
          counted once.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={FileDown} variant="secondary" disabled={isBusy} onClick={() => void save()}>
          <Trans>Save unsent work to a file</Trans>
        </Button>
        <FilePicker
          icon={FileUp}
          label={t`File of unsent work`}
          accept=".json,application/json"
          disabled={isBusy}
          onChoose={(file) => void send(file)}
        >
          <Trans>Upload work from a file</Trans>
        </FilePicker>
      </div>
    </Card>
  );
}
