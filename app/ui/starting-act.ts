import { useEffect } from 'react';
import { useSearchParams } from './router.ts';

/** Begins an act that a link asks for, as `act` in the address; it leaves the address, so that a reload does not begin it again. */
export function useStartingAct(name: string, begin: () => void): void {
  const [params, setParams] = useSearchParams();
  const isWanted = params.get('act') === name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that was followed
  useEffect(() => {
    if (!isWanted) return;
    begin();
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('act');
        return next;
      },
      { replace: true },
    );
  }, [isWanted]);
}
