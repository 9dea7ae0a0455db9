// The player's keys, by the habits of the big players (media.md V8); `event.key` values to what they do.

export const SKIP_SECONDS = 10;
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export type PlayerAction =
  | { do: 'toggle-play' }
  | { do: 'skip'; seconds: number }
  | { do: 'toggle-captions' }
  | { do: 'show-keys' }
  | { do: 'toggle-fullscreen' }
  | { do: 'toggle-mute' }
  | { do: 'change-speed'; step: 1 | -1 }
  | { do: 'change-volume'; step: 1 | -1 }
  | { do: 'seek-share'; share: number };

const KEYS: Record<string, PlayerAction> = {
  ' ': { do: 'toggle-play' },
  k: { do: 'toggle-play' },
  j: { do: 'skip', seconds: -SKIP_SECONDS },
  l: { do: 'skip', seconds: SKIP_SECONDS },
  arrowleft: { do: 'skip', seconds: -5 },
  arrowright: { do: 'skip', seconds: 5 },
  arrowup: { do: 'change-volume', step: 1 },
  arrowdown: { do: 'change-volume', step: -1 },
  c: { do: 'toggle-captions' },
  '?': { do: 'show-keys' },
  f: { do: 'toggle-fullscreen' },
  m: { do: 'toggle-mute' },
  '<': { do: 'change-speed', step: -1 },
  '>': { do: 'change-speed', step: 1 },
  home: { do: 'seek-share', share: 0 },
  end: { do: 'seek-share', share: 1 },
};

/** What a key press asks of the player; nothing while a modifier that belongs to the browser is held. */
export function playerAction(press: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): PlayerAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  return KEYS[press.key.toLowerCase()];
}

/** The next speed in the given direction, staying at the ends. */
export function nextSpeed(current: number, step: 1 | -1): number {
  const faster = SPEEDS.filter((speed) => speed > current);
  const slower = SPEEDS.filter((speed) => speed < current);
  return (step === 1 ? faster.at(0) : slower.at(-1)) ?? current;
}

/** '1 minute 5 seconds' for those who hear it. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const minutes = Math.floor(whole / 60);
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  return minutes > 0 ? `${unit(minutes, 'minute')} ${unit(whole % 60, 'second')}` : unit(whole, 'second');
}
