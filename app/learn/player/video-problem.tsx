// What stands in the player's place when a video cannot be played: why, what to do meanwhile, and a way on (R-S9).

import { t } from '@lingui/core/macro';
import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { sizeLabel } from '../../ui/course-labels.ts';
import { useOthersVideo } from '../downloads/use-on-device.ts';

type VideoProblemProps = { icon: LucideIcon; act: string; onAct: () => void; children: ReactNode };

export function VideoProblem({ icon: Icon, act, onAct, children }: VideoProblemProps) {
  return (
    <div role="alert" className="m-auto flex flex-col items-center gap-2 px-4 py-3 text-center">
      <Icon aria-hidden className="size-8 shrink-0" />
      <p className="max-w-md">{children}</p>
      <button
        type="button"
        onClick={onAct}
        className="min-h-touch shrink-0 rounded-md border border-stage-ink px-4 font-semibold hover:bg-stage-ink/15"
      >
        {act}
      </button>
    </div>
  );
}

/** Without a network: not here, or here for somebody else, whose download this person takes over with a tap. */
export function OfflineVideo({ lesson, onRetry }: { lesson: Lesson; onRetry: () => void }) {
  const { isHere, takeOver } = useOthersVideo(lesson);
  const size = lesson.videoBytes ? sizeLabel(lesson.videoBytes) : '';
  const isAudio = lesson.kind === 'audio';
  if (isHere)
    return (
      <VideoProblem icon={CloudOff} act={t`Open it here`} onAct={() => void takeOver().then(onRetry)}>
        {isAudio
          ? t`Someone else downloaded this recording to this device. It opens for you too, without a connection.`
          : t`Someone else downloaded this video to this device. It opens for you too, without a connection.`}
      </VideoProblem>
    );
  return (
    <VideoProblem icon={CloudOff} act={t`Try again`} onAct={onRetry}>
      {isAudio ? t`This recording is not on this device.` : t`This video is not on this device.`}{' '}
      {size && `${t`It takes ${size}.`} `}
      {isAudio
        ? t`You can read the lesson below and listen to it when you are online.`
        : t`You can read the lesson below and watch it when you are online.`}
    </VideoProblem>
  );
}
