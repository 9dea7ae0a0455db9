import { type LucideIcon, Pause, Play, RotateCcw } from 'lucide-react';
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

type Turn = { icon: LucideIcon; label?: string; words?: string; act: () => void };

/** How a download is stopped or set going; undefined where neither helps. */
function turnOf({ state, name, onPause, onResume }: StateActionsProps): Turn | undefined {
  switch (state.kind) {
    case 'loading':
    case 'waiting':
    case 'offline':
      return { icon: Pause, label: `Pause ${name}`, act: onPause };
    case 'paused':
      return { icon: Play, label: `Resume ${name}`, act: onResume };
    case 'failed':
    case 'full':
      return { icon: RotateCcw, words: 'Try again', act: onResume };
    case 'lost':
      return { icon: RotateCcw, words: 'Download again', act: onResume };
  }
}

/** What can be done about a download as it stands. */
export function StateActions(props: StateActionsProps) {
  const { state, name, onRemove } = props;
  const { kind } = state;
  const turn = turnOf(props);
  return (
    <div className="flex shrink-0 items-center">
      {/* One button for all turns: the focus stays on it when it is pressed. */}
      {turn && (
        <Button
          variant="quiet"
          className={turn.words ? 'px-3' : 'shrink-0 px-0'}
          aria-label={turn.label}
          onClick={turn.act}
        >
          <turn.icon aria-hidden className="size-5" />
          {turn.words}
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
