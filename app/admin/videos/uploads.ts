// The upload queue of this page. It reports uploads to the rest of the app, asks before the tab is closed, and invalidates
// everything that shows the lesson at the end.

import { useSyncExternalStore } from 'react';
import { percentDone } from '#sync/contract/fields.ts';
import { readActiveUser } from '#sync/store/device.ts';
import { refresh } from '../../api/query-client.ts';
import { onActiveUserChange } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { pathsOfLesson } from '../outline/lesson-place.ts';
import { sendVideo } from './send-video.ts';
import { createUploadQueue, isUnderWay, type Slot, type Upload } from './upload-queue.ts';

export const uploads = createUploadQueue({
  send: sendVideo,
  now: () => performance.now(),
  onEnd: ({ title, documentTitle, courseId }, failure) => {
    if (failure) {
      uploadBoard.notify({ title: 'Upload Failed', description: failure.sentence, variant: 'destructive' });
      return;
    }
    const isVideo = documentTitle === undefined;
    uploadBoard.notify({
      title: isVideo ? 'Video Uploaded' : 'Document Uploaded',
      description: documentTitle ?? title,
    });
    void refresh(pathsOfLesson(courseId));
  },
});

uploads.subscribe(() => {
  const underWay = uploads.all().filter(isUnderWay);
  const [first] = underWay;
  uploadBoard.show(
    first && {
      title: first.title,
      percent: percentSent(first),
      waiting: underWay.length - 1,
      to: first.page,
      stopAll: uploads.stopAll,
    },
  );
  if (first) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
  if (!first) owner = undefined;
  else owner ??= readActiveUser(device).then((person) => person?.userId);
});

export function percentSent({ stage, file }: Upload): number {
  if (stage.is === 'finishing') return 100;
  return stage.is === 'sending' ? percentDone(stage.sent, file.size) : 0;
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The user whose uploads these are: another user's sign-in cancels them. */
let owner: Promise<string | undefined> | undefined;

onActiveUserChange(async (change) => {
  if (change === 'profile' || !owner) return;
  const [before, now] = await Promise.all([owner, readActiveUser(device)]);
  if (before !== now?.userId) uploads.stopAll();
});

/** The upload of a lesson's video, or of its documents, live. */
export function useUpload(slot: Slot): Upload | undefined {
  return useSyncExternalStore(uploads.subscribe, () => uploads.of(slot));
}
