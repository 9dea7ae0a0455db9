// Before somebody else goes on: a file that is being uploaded would not outlive it, and some people have a PIN (O7, Y30).
import { useState } from 'react';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { uploadBoard } from '../upload-board.ts';
import { type PersonHere, switchPerson } from '../use-people-here.ts';
import { PinForm } from './pin-form.tsx';

/** Asks what must be asked, and lets the person sit down; `onClose` is called in the end, whatever came of it. */
export function SwitchDialog({ person, onClose }: { person: PersonHere; onClose: () => void }) {
  const navigate = useNavigate();
  const [upload, setUpload] = useState(uploadBoard.shown);
  const goOn = async () => {
    await switchPerson(person.userId);
    onClose();
    void navigate(paths.home());
  };
  const stopUploads = () => {
    upload?.stopAll();
    if (!person.pin) return void goOn();
    setUpload(undefined);
  };
  const byPassword = () => {
    onClose();
    void navigate(paths.signIn({ add: true }), { state: { email: person.email } });
  };
  if (upload) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Switch during an upload?"
        description={`The video of "${upload.title}" is still on its way. It stops when ${person.name} goes on, and so do those that wait after it.`}
      >
        <div className="flex flex-col gap-2">
          <Button size="big" onClick={onClose}>
            Keep uploading
          </Button>
          <Button variant="destructive" onClick={stopUploads}>
            Stop and switch
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={onClose} title={`Go on as ${person.name}`}>
      <PinForm person={person} onRight={() => void goOn()} onPassword={byPassword} />
    </Dialog>
  );
}
