import { useEffect, useState } from 'react';
import { pictureMarkdown } from '#sync/contract/lesson-pictures.ts';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PICTURE_TYPES, sendPicture } from '../outline/send-picture.ts';

type PictureDialogProps = {
  file: File;
  courseId: number;
  onClose: () => void;
  onInsert: (markdown: string) => void;
};

export function PictureDialog({ file, courseId, onClose, onInsert }: PictureDialogProps) {
  const [alt, setAlt] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const address = useObjectUrl(file);
  const isPicture = PICTURE_TYPES.includes(file.type);
  const send = async () => {
    setSending(true);
    setFailure(undefined);
    const sent = await sendPicture(file, courseId);
    setSending(false);
    if ('failure' in sent) setFailure(sent.failure);
    else onInsert(pictureMarkdown({ ...sent, alt }));
  };
  return (
    <FormDialog
      title="Add a picture"
      onSubmit={send}
      onClose={onClose}
      verb="Insert Picture"
      running="Uploading..."
      isRunning={isSending}
      isReady={isPicture}
    >
      {isPicture && address && (
        <img src={address} alt="" className="max-h-48 self-center rounded-md border border-line object-contain" />
      )}
      <Field
        label="What does the picture show?"
        autoFocus
        value={alt}
        maxLength={300}
        hint="Read out to people who cannot see it, and shown where it cannot be loaded. Leave it empty for mere decoration."
        onChange={(event) => setAlt(event.target.value)}
      />
      <p role="alert" className="text-danger-text empty:hidden">
        {isPicture ? failure : 'Please choose a PNG, JPEG, WebP or GIF picture.'}
      </p>
    </FormDialog>
  );
}

function useObjectUrl(file: File): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
