// What the whole app has beside its pages.
import { NameQuestion } from './account/profile/name-question.tsx';
import { PinQuestion } from './account/shared-device/pin-dialog.tsx';
import { FloatingVisitorOffer } from './account/shared-device/visitor-offer.tsx';
import { useActiveUser } from './device/active-user.tsx';
import { RunDownloads } from './learn/downloads/run-downloads.tsx';
import { BackgroundWork } from './shell/background-work.tsx';
import { TabletReport } from './shell/tablet-report.tsx';
import { UpdatePrompt } from './shell/update-prompt.tsx';
import { UploadNote } from './shell/upload-note.tsx';

export function BesidePages() {
  const { state } = useActiveUser();
  return (
    <>
      <UpdatePrompt />
      {state === 'known' && <RunDownloads />}
      {state === 'known' && <NameQuestion />}
      {state === 'known' && <PinQuestion />}
      {state !== 'checking' && <BackgroundWork />}
      {state === 'known' && <TabletReport />}
      <UploadNote />
      <FloatingVisitorOffer />
    </>
  );
}
