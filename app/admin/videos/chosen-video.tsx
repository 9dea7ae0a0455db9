import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { typeOfVideo } from './chosen-file.ts';
import { type Playability, playabilityWarning, tryToPlay } from './playability.ts';
import { PlayabilityNote } from './playability-note.tsx';
import { megabytes } from './transfer-words.ts';

type ChosenVideoProps = {
  file: File;
  /** There is one already. */
  replaces: boolean;
  onSend: (file: File, playability: Promise<Playability>) => void;
  onCancel: () => void;
};

/** A file before it is sent: its size, and a warning when it will not play everywhere. It may be sent all the same. */
export function ChosenVideo({ file, replaces, onSend, onCancel }: ChosenVideoProps) {
  const [trial, setTrial] = useState<Promise<Playability>>();
  const [found, setFound] = useState<Playability>();
  useEffect(() => {
    let current = true;
    const trying = tryToPlay(file);
    setTrial(trying);
    void trying.then((playability) => current && setFound(playability));
    return () => {
      current = false;
    };
  }, [file]);
  const warning = playabilityWarning({ name: file.name, type: typeOfVideo(file) }, found?.isPlayable);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-sm">
          <span className="block break-words font-medium">{file.name}</span>
          <span className="text-ink-soft tabular-nums">
            {megabytes(file.size)}
            {replaces && ' · takes the place of the video that is there now'}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={() => trial && onSend(file, trial)}>{replaces ? 'Replace Video' : 'Upload Video'}</Button>
        </div>
      </div>
      <div role="status">{warning && <PlayabilityNote>{warning}</PlayabilityNote>}</div>
    </div>
  );
}
