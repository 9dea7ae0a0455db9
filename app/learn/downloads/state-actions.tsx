import { type LucideIcon, Pause, Play, RotateCcw } from 'lucide-react';
import type { DownloadState } from '#sync/downloads/download-status.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { RemoveButton } from './remove-button.tsx';
import { type Named, useDownloadActs } from './use-downloads.ts';

type StateActionsProps = {
  state: DownloadState;
  /** What is downloaded, for those who hear the buttons only. */
  name: string;
  which: Named;
};

type Turn = { icon: LucideIcon; label?: string; words?: string; act: 'pause' | 'resume' };

/** How a download is stopped or set going; undefined where neither helps. */
function turnOf(state: DownloadState, name: string): Turn | undefined {
  switch (state.kind) {
    case 'loading':
    case 'waiting':
    case 'offline':
      return { icon: Pause, label: `Pause ${name}`, act: 'pause' };
    case 'paused':
      return { icon: Play, label: `Resume ${name}`, act: 'resume' };
    case 'failed':
    case 'full':
      return { icon: RotateCcw, words: 'Try again', act: 'resume' };
    case 'lost':
      return { icon: RotateCcw, words: 'Download again', act: 'resume' };
  }
}

/** What can be done about a download as it stands. */
export function StateActions({ state, name, which }: StateActionsProps) {
  const { kind } = state;
  const turn = turnOf(state, name);
  const acts = useDownloadActs();
  return (
    <div className="flex shrink-0 items-center">
      {/* One button for all turns: the focus stays on it when it is pressed. */}
      {turn && (
        <Button
          variant="quiet"
          className={turn.words ? 'px-3' : 'shrink-0 px-0'}
          aria-label={turn.label}
          onClick={() => void acts[turn.act](which)}
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
      <RemoveButton name={name} asks={kind !== 'absent' && state.here > 0} onRemove={() => void acts.remove(which)} />
    </div>
  );
}
