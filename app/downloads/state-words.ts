// How a download stands, in words.
import { type Amount, type DownloadState, percentOf } from '#sync/media/standing.ts';
import { sizeLabel } from '../size-label.ts';

type Standing = Exclude<DownloadState, { kind: 'absent' }>;

/** '43 % · 52 MB of 120 MB'; '' while nobody knows how much it is. */
export function amountWords(amount: Amount): string {
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
export function stateWords(state: Standing): string {
  if (state.kind === 'lost' && state.here > 0) return 'Some of it is not on this device any more';
  return state.kind === 'failed' ? `Download failed: ${state.reason}` : WORDS[state.kind];
}

/** What stands behind the state: how much is here, or how much it is. */
export function detailWords(state: Standing): string {
  if (state.kind === 'here') return state.total ? sizeLabel(state.total) : '';
  if (state.kind === 'lost' || state.kind === 'failed') return state.total ? sizeLabel(state.total - state.here) : '';
  return amountWords(state);
}
