import { useBackOnline, useConnection } from './connection.ts';
import { useHasEngine } from './person.tsx';
import { OfflineState } from './ui/state-view.tsx';

/** A page that is not kept on this device, while the server cannot be reached; `onRetry` tries again, also by itself once it can be. */
export function NeedsNetwork({ onRetry = () => location.reload() }: { onRetry?: () => void }) {
  return (
    <OfflineState level={1} title="This page needs the network" onRetry={onRetry}>
      It is not kept on this device and opens as soon as the server can be reached.
      <OnceBackOnline work={onRetry} />
    </OfflineState>
  );
}

/** Runs `work` each time the network comes back while this is drawn; draws nothing. */
export function OnceBackOnline({ work }: { work: () => void }) {
  return useHasEngine() ? <Listening work={work} /> : null;
}

function Listening({ work }: { work: () => void }) {
  const { isOffline } = useConnection();
  useBackOnline(isOffline, work);
  return null;
}
