import { Trans } from '@lingui/react/macro';
import { CircleArrowDown, CloudOff } from 'lucide-react';

const MARK = 'inline-flex items-center gap-1 font-semibold text-sm whitespace-nowrap';

/** Green: everything of it works without a connection. */
export function OnThisDevice() {
  return (
    <span className={`${MARK} text-complete-text`}>
      <CircleArrowDown aria-hidden className="size-5 shrink-0 fill-complete-text stroke-surface" />
      <Trans>On this device</Trans>
    </span>
  );
}

/** Quiet: it opens when the device is online again. */
export function NeedsConnection() {
  return (
    <span className={`${MARK} text-ink-soft`}>
      <CloudOff aria-hidden className="size-5 shrink-0" />
      <Trans>Needs a connection</Trans>
    </span>
  );
}
