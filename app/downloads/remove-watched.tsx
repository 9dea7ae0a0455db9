import { sizeLabel } from '../size-label.ts';
import { RemoveButton } from './remove-button.tsx';
import { useDownloadActs } from './use-download-acts.ts';
import type { Watched } from './use-watched.ts';

/** Frees the room of what was watched to the end; nothing while there is none. */
export function RemoveWatched({ lessons, bytes }: Watched) {
  const acts = useDownloadActs();
  if (lessons.length === 0) return null;
  const remove = async () => {
    for (const { courseId, lessonId } of lessons) await acts.remove({ courseId, lessonIds: [lessonId] });
  };
  return (
    <RemoveButton
      name={lessons.length === 1 ? '1 watched lesson' : `${lessons.length} watched lessons`}
      asks
      onRemove={() => void remove()}
    >
      Remove watched lessons ({lessons.length}
      {bytes > 0 && `, ${sizeLabel(bytes)}`})
    </RemoveButton>
  );
}
