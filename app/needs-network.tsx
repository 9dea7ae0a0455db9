import { OfflineState } from './ui/state-view.tsx';

/** A page that is not kept on this device, while the server cannot be reached; `onRetry` tries again. */
export function NeedsNetwork({ onRetry = () => location.reload() }: { onRetry?: () => void }) {
  return (
    <OfflineState level={1} title="This page needs the network" onRetry={onRetry}>
      It is not kept on this device and opens as soon as the server can be reached.
    </OfflineState>
  );
}
