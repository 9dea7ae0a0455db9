// What the whole app has beside its pages, loaded a moment after the first paint.

import { FloatingVisitorOffer } from './account/shared-device/visitor-offer.tsx';
import { usePerson } from './device/active-user.tsx';
import { RunDownloads } from './learn/downloads/run-downloads.tsx';
import { WhenClosed } from './shell/background-work.tsx';
import { UpdatePrompt } from './shell/update-prompt.tsx';
import { UploadNote } from './shell/upload-note.tsx';

export function BesidePages() {
  const { state } = usePerson();
  return (
    <>
      <UpdatePrompt />
      {state === 'known' && <RunDownloads />}
      {state !== 'checking' && <WhenClosed />}
      <UploadNote />
      <FloatingVisitorOffer />
    </>
  );
}
