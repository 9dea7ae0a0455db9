// What the whole app has beside its pages, loaded a moment after the first paint.
import { RunDownloads } from './downloads/run-downloads.tsx';
import { usePerson } from './person.tsx';
import { UpdatePrompt } from './update-prompt.tsx';
import { UploadNote } from './upload-note.tsx';
import { FloatingVisitorOffer } from './visitor-offer.tsx';
import { WhenClosed } from './when-closed.tsx';

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
