import { Pause, Play, RotateCcw } from 'lucide-react';
import type { DownloadState } from '#sync/media/standing.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { RemoveButton } from './remove-button.tsx';

type StateActionsProps = {
  state: DownloadState;
  /** What is downloaded, for those who hear the buttons only. */
  name: string;
  onPause: () => void;
  onResume: () => void;
  onRemove: () => void;
};

const ICON_ONLY = 'shrink-0 px-0';

/** What can be done about a download as it stands. */
export function StateActions({ state, name, onPause, onResume, onRemove }: StateActionsProps) {
  const { kind } = state;
  return (
    <div className="flex shrink-0 items-center">
      {(kind === 'loading' || kind === 'waiting' || kind === 'offline') && (
        <Button variant="quiet" className={ICON_ONLY} aria-label={`Pause ${name}`} onClick={onPause}>
          <Pause aria-hidden className="size-5" />
        </Button>
      )}
      {kind === 'paused' && (
        <Button variant="quiet" className={ICON_ONLY} aria-label={`Resume ${name}`} onClick={onResume}>
          <Play aria-hidden className="size-5" />
        </Button>
      )}
      {(kind === 'failed' || kind === 'full' || kind === 'lost') && (
        <Button variant="quiet" className="px-3" onClick={onResume}>
          <RotateCcw aria-hidden className="size-5" />
          {kind === 'lost' ? 'Download again' : 'Try again'}
        </Button>
      )}
      {kind === 'auth' && (
        <Button variant="quiet" className="px-3" to={paths.signIn()}>
          Sign In
        </Button>
      )}
      <RemoveButton name={name} asks={kind !== 'absent' && state.here > 0} onRemove={onRemove} />
    </div>
  );
}
