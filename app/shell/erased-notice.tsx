import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { removeAll } from '#sync/downloads/download-requests.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { removePin } from '#sync/extras/pin.ts';
import { countUnsent, deleteReplica } from '#sync/extras/unsent-work.ts';
import { clearSession, type DeviceUser } from '#sync/store/device.ts';
import { Replica } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { useEngineIfKnown } from '../device/active-user.tsx';
import { device } from '../device/device.ts';
import { courseDraftKey, forgetDraft, forgetLessonTexts, restoreDraft, storedDraftsOf } from '../device/draft-store.ts';
import { useLiveQuery } from '../device/live-query.ts';
import { forgetTableSettings } from '../device/table-settings.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useToast } from '../ui/toast.tsx';
import { AlertBar } from './health-notice.tsx';

/** For erased people of this device: unsent work is offered as a file, then all of theirs is removed; without any at once. */
export function ErasedNotice() {
  const hasEngine = useEngineIfKnown() !== undefined;
  const erased = useLiveQuery(
    async () => (hasEngine ? device.people.filter(({ erasedAt }) => erasedAt !== undefined).toArray() : []),
    [hasEngine],
  );
  return erased?.map((user) => <ErasedUser key={user.userId} user={user} />);
}

function ErasedUser({ user }: { user: DeviceUser }) {
  const { userId, name } = user;
  const toast = useToast();
  const [unsent, setUnsent] = useState<number>();
  const [isBusy, setBusy] = useState(false);

  const remove = async () => {
    setBusy(true);
    try {
      await removeUser(userId);
      toast({ title: t`${name}'s account was erased`, description: t`Their data was removed from this device.` });
    } catch (error) {
      console.warn('device: an erased user could not be removed', error);
      toast({
        title: t`Their data could not be removed`,
        description: t`This device could not be written. Please try again.`,
        variant: 'destructive',
      });
      setBusy(false);
    }
  };
  const saveAndRemove = async () => {
    setBusy(true);
    try {
      saveFile('groundwork-my-data.json', await workOf(user), 'application/json');
    } catch (error) {
      console.warn('device: the work of an erased user could not be read', error);
      toast({
        title: t`The file could not be saved`,
        description: t`This device could not be read. Nothing was removed. Please try again.`,
        variant: 'destructive',
      });
      return setBusy(false);
    }
    await remove();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user
  useEffect(() => {
    let isCurrent = true;
    countWorkOf(userId).then(
      (count) => {
        if (!isCurrent) return;
        if (count === 0) void remove();
        else setUnsent(count);
      },
      () => isCurrent && setUnsent(0),
    );
    return () => {
      isCurrent = false;
    };
  }, [userId]);

  if (unsent === undefined) return null;
  return (
    <AlertBar
      title={t`${name}'s account was erased`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button disabled={isBusy} onClick={() => void saveAndRemove()}>
            <Trans>Save as a file and remove</Trans>
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void remove()}>
            <Trans>Remove without saving</Trans>
          </Button>
        </div>
      }
    >
      <Plural
        value={unsent}
        one="# change wasn't sent and exists only on this device."
        other="# changes weren't sent and exist only on this device."
      />{' '}
      <Trans>
        The server no longer accepts them. Everything of {name} is removed from here; other people keep theirs.
      </Trans>
    </AlertBar>
  );
}

// Removing a person whose account was erased from this device. Everybody else here keeps what is theirs.

/** How much work of this person only this device has: changes that were not sent, and drafts. */
async function countWorkOf(userId: string): Promise<number> {
  const replica = new Replica(userId);
  try {
    for (const lessonId of storedDraftsOf(userId)) await restoreDraft({ userId, replica }, lessonId);
    const { entries, drafts } = await countUnsent(replica);
    return entries + drafts;
  } finally {
    replica.close();
  }
}

/** Everything that this device holds of a person's own work, as the text of a JSON file. */
async function workOf({ userId, name, email }: DeviceUser): Promise<string> {
  const replica = new Replica(userId);
  try {
    const { outbox, drafts, units, quizResults, certificates } = replica;
    const tables = await Promise.all(
      [outbox, drafts, units, quizResults, certificates].map(async (table) => [table.name, await table.toArray()]),
    );
    const file = { format: 'groundwork-device-data', person: { name, email }, savedAt: new Date().toISOString() };
    return JSON.stringify({ ...file, ...Object.fromEntries(tables) }, null, 2);
  } finally {
    replica.close();
  }
}

/** Removes everything of a person from this device, unsent work included: ask first. */
async function removeUser(userId: string): Promise<void> {
  await clearSession(device, userId);
  // Where there is no cache, there is nothing to remove.
  await removeAll(device, openMediaCache(), userId).catch(() => undefined);
  await removePin(device, userId);
  forgetLessonTexts(userId);
  forgetTableSettings(userId);
  await device.settings.delete(courseDraftKey(userId));
  for (const lessonId of storedDraftsOf(userId)) forgetDraft(userId, lessonId);
  await deleteReplica(userId, webPorts({}).clock);
  await device.people.delete(userId);
}
