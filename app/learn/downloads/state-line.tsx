import { CircleCheck, CirclePause, CloudOff, Download, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type Amount, type DownloadState, percentOf } from '#sync/downloads/download-status.ts';
import { sizeLabel } from '../../ui/labels.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

type Standing = Exclude<DownloadState, { kind: 'absent' }>;

/** '43 % · 52 MB of 120 MB'; '' while nobody knows how much it is. */
function amountWords(amount: Amount): string {
  if (!amount.total) return '';
  return `${percentOf(amount)} % · ${sizeLabel(amount.here)} of ${sizeLabel(amount.total)}`;
}

const WORDS: Record<Exclude<Standing['kind'], 'failed'>, string> = {
  here: 'On this device',
  loading: 'Downloading',
  waiting: 'Waiting',
  offline: 'Waiting for the network',
  paused: 'Paused',
  full: 'No room left on this device',
  auth: 'Sign in again to go on',
  lost: 'Not on this device any more',
};

/** The state in a few words. */
function stateWords(state: Standing): string {
  if (state.kind === 'lost' && state.here > 0) return 'Some of it is not on this device any more';
  return state.kind === 'failed' ? `Download failed: ${state.reason}` : WORDS[state.kind];
}

/** What stands behind the state: how much is here, or how much it is. */
function detailWords(state: Standing): string {
  if (state.kind === 'here') return state.total ? sizeLabel(state.total) : '';
  if (state.kind === 'lost' || state.kind === 'failed') return state.total ? sizeLabel(state.total - state.here) : '';
  return amountWords(state);
}

const LOOKS: Record<Standing['kind'], { icon: LucideIcon; tone: string }> = {
  here: { icon: CircleCheck, tone: 'text-complete-text' },
  loading: { icon: Download, tone: 'text-accent-text' },
  waiting: { icon: Download, tone: 'text-ink-soft' },
  offline: { icon: CloudOff, tone: 'text-ink-soft' },
  paused: { icon: CirclePause, tone: 'text-ink-soft' },
  full: { icon: TriangleAlert, tone: 'text-danger-text' },
  auth: { icon: TriangleAlert, tone: 'text-danger-text' },
  lost: { icon: TriangleAlert, tone: 'text-danger-text' },
  failed: { icon: TriangleAlert, tone: 'text-danger-text' },
};

const UNDER_WAY: ReadonlySet<Standing['kind']> = new Set(['loading', 'waiting', 'offline', 'paused', 'full', 'auth']);

type StateLineProps = {
  state: Standing;
  /** What is downloaded. */
  name: string;
  /** Other words for what is here, e.g. when it is only a part of more. */
  words?: string | undefined;
  /** In a list 'On this device' is said by the icon. */
  isTerse?: boolean;
};

/** How a download stands: an icon, words, and a bar while something is missing. */
export function StateLine({ state, name, words, isTerse }: StateLineProps) {
  const { icon: Icon, tone } = LOOKS[state.kind];
  const detail = detailWords(state);
  return (
    <div className={`flex min-w-0 items-center gap-2.5 ${isTerse && state.kind === 'here' ? '' : 'grow basis-40'}`}>
      <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-2 text-sm leading-tight">
          {/* Thirty rows of a list would talk all the time. */}
          <span
            aria-live={isTerse ? 'off' : 'polite'}
            className={isTerse && state.kind === 'here' ? 'sr-only' : 'font-medium'}
          >
            {words ?? stateWords(state)}
          </span>
          {detail && <span className="text-ink-soft tabular-nums">{detail}</span>}
        </p>
        {UNDER_WAY.has(state.kind) && (
          <div className="mt-1.5">
            <ProgressBar percent={percentOf(state)} label={`Download of ${name}`} />
          </div>
        )}
      </div>
    </div>
  );
}
