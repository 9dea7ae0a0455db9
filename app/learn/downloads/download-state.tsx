import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  CircleArrowDown,
  CirclePause,
  CloudOff,
  Download,
  type LucideIcon,
  Pause,
  Play,
  RotateCcw,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type DownloadAmount, type DownloadState, downloadPercent } from '#sync/downloads/download-status.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { type DownloadTarget, useDownloadActions } from './use-downloads.ts';

type PresentDownload = Exclude<DownloadState, { kind: 'absent' }>;

/** '43 % · 52 MB of 120 MB'; '' while the size is unknown. */
function amountLabel(amount: DownloadAmount): string {
  if (!amount.total) return '';
  const [here, total] = [sizeLabel(amount.here), sizeLabel(amount.total)];
  return `${downloadPercent(amount)} % · ${t`${here} of ${total}`}`;
}

/** What each state looks like; `isOpen` while something is missing and more may come. */
const STATES: Record<PresentDownload['kind'], { icon: LucideIcon; tone: string; label: string; isOpen?: true }> = {
  here: { icon: CircleArrowDown, tone: 'fill-complete-text stroke-surface', label: t`On this device` },
  loading: { icon: Download, tone: 'text-accent-text', label: t`Downloading`, isOpen: true },
  waiting: { icon: Download, tone: 'text-ink-soft', label: t`Waiting`, isOpen: true },
  offline: { icon: CloudOff, tone: 'text-ink-soft', label: t`Waiting for a connection`, isOpen: true },
  paused: { icon: CirclePause, tone: 'text-ink-soft', label: t`Paused`, isOpen: true },
  full: { icon: TriangleAlert, tone: 'text-danger-text', label: t`No space left on this device`, isOpen: true },
  auth: { icon: TriangleAlert, tone: 'text-danger-text', label: t`Sign in again to continue`, isOpen: true },
  lost: { icon: TriangleAlert, tone: 'text-danger-text', label: t`No longer on this device` },
  failed: { icon: TriangleAlert, tone: 'text-danger-text', label: t`Download failed` },
};

function stateLabel(state: PresentDownload): string {
  if (state.kind === 'lost' && state.here > 0) return t`Some of it is no longer on this device`;
  const { label } = STATES[state.kind];
  return state.kind === 'failed' ? `${label}: ${state.reason}` : label;
}

/** The size beside the state: how much is here, or how much is missing. */
function detailLabel(state: PresentDownload): string {
  if (state.kind === 'here') return state.total ? sizeLabel(state.total) : '';
  if (state.kind === 'lost' || state.kind === 'failed') return state.total ? sizeLabel(state.total - state.here) : '';
  return amountLabel(state);
}

type DownloadStateLineProps = {
  state: PresentDownload;
  name: string;
  /** Replaces the label of the state, e.g. when only a part of a course is here. */
  label?: string | undefined;
  /** In a list, the icon alone says 'On this device'. */
  isTerse?: boolean;
  /** A list of thirty rows would be announced all the time. */
  isSilent?: boolean;
};

/** The state of a download: an icon, a label, and a progress bar while something is missing. */
export function DownloadStateLine({ state, name, label, isTerse, isSilent }: DownloadStateLineProps) {
  const { icon: Icon, tone, isOpen } = STATES[state.kind];
  const detail = detailLabel(state);
  return (
    <div className={`flex min-w-0 items-center gap-1.5 ${isTerse && state.kind === 'here' ? '' : 'grow basis-40'}`}>
      <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-2 text-sm leading-tight">
          <span
            aria-live={isSilent ? undefined : 'polite'}
            className={state.kind !== 'here' ? 'font-medium' : isTerse ? 'sr-only' : 'font-semibold text-complete-text'}
          >
            {label ?? stateLabel(state)}
          </span>
          {detail && <span className="text-ink-soft tabular-nums">{detail}</span>}
        </p>
        {isOpen && (
          <div className="mt-1.5">
            <ProgressBar percent={downloadPercent(state)} label={t`Download of ${name}`} />
          </div>
        )}
      </div>
    </div>
  );
}

type RemoveButtonProps = {
  /** What is removed, within a sentence. */
  name: string;
  /** False when nothing is here yet, so that nothing can be lost. */
  mustConfirm: boolean;
  onRemove: () => void;
  /** The button's label; without it, the button is an icon. */
  children?: ReactNode;
};

/** Removes a download; asks first when something is here, because it could not be downloaded again offline. */
export function RemoveButton({ name, mustConfirm, onRemove, children }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useKeepFocus(button);
  const begin = () => (mustConfirm ? setIsAsking(true) : onRemove());
  return (
    <>
      {children ? (
        <Button icon={Trash2} ref={button} variant="secondary" className="max-sm:px-2! max-sm:text-sm" onClick={begin}>
          {children}
        </Button>
      ) : (
        <Button
          icon={Trash2}
          ref={button}
          variant="quiet"
          className="shrink-0 px-0 text-ink-soft!"
          aria-label={t`Remove ${name}`}
          onClick={begin}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t`Remove ${name} from this device?`}
          text={t`Your progress is kept. To use it offline, you have to download it again.`}
          action={t`Remove`}
          cancel={t`Keep it`}
          run={onRemove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

type DownloadActionsProps = {
  state: DownloadState;
  /** What is downloaded, for screen readers. */
  name: string;
  which: DownloadTarget;
};

type DownloadToggle = { icon: LucideIcon; ariaLabel?: string; label?: string; act: 'pause' | 'resume' };

/** The button that pauses or resumes a download; undefined where neither helps. */
function toggleFor(state: DownloadState, name: string): DownloadToggle | undefined {
  switch (state.kind) {
    case 'loading':
    case 'waiting':
    case 'offline':
      return { icon: Pause, ariaLabel: t`Pause ${name}`, act: 'pause' };
    case 'paused':
      return { icon: Play, ariaLabel: t`Resume ${name}`, act: 'resume' };
    case 'failed':
    case 'full':
      return { icon: RotateCcw, label: t`Try again`, act: 'resume' };
    case 'lost':
      return { icon: RotateCcw, label: t`Download again`, act: 'resume' };
  }
}

export function DownloadActions({ state, name, which }: DownloadActionsProps) {
  const { kind } = state;
  const toggle = toggleFor(state, name);
  const actions = useDownloadActions();
  return (
    <div className="flex shrink-0 items-center">
      {/* One button for all actions, so that it keeps the focus when pressed. */}
      {toggle && (
        <Button
          icon={toggle.icon}
          variant="quiet"
          className={toggle.label ? 'px-3' : 'shrink-0 px-0'}
          aria-label={toggle.ariaLabel}
          onClick={() => void actions[toggle.act](which)}
        >
          {toggle.label}
        </Button>
      )}
      {kind === 'auth' && (
        <Button variant="quiet" className="px-3" to={paths.signIn()}>
          <Trans>Sign In</Trans>
        </Button>
      )}
      <RemoveButton
        name={name}
        mustConfirm={kind !== 'absent' && state.here > 0}
        onRemove={() => void actions.remove(which)}
      />
    </div>
  );
}
