import { useCallback, useEffect, useState } from 'react';
import { useRetryOnceReached } from '../connection.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { useNavigate } from '../router.ts';
import { useToast } from '../ui/toast.tsx';
import { loadOwnProfile, type OwnProfile } from './own-profile.ts';

/**
 * The profile for a page that was opened, undefined while it loads; a sign-in that is over leads to /auth by itself.
 * Another person who sits down meanwhile, in whatever tab, gets their own.
 */
export function useOwnProfile(fallback: string): { loaded: OwnProfile | undefined; again: () => void } {
  const [answered, setAnswered] = useState<{ whose: string; outcome: OwnProfile }>();
  const whose = useLastKnown();
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again
  useEffect(() => {
    let current = true;
    void loadOwnProfile(fallback).then((outcome) => {
      if (!current) return;
      setAnswered({ whose, outcome });
      if (outcome.kind !== 'signed-out') return;
      if (outcome.toast) toast(outcome.toast);
      void navigate(paths.auth(), { replace: true });
    });
    return () => {
      current = false;
    };
  }, [fallback, navigate, toast, round, whose]);
  const again = useCallback(() => {
    setAnswered(undefined);
    setRound((last) => last + 1);
  }, []);
  const loaded = answered?.whose === whose ? answered.outcome : undefined;
  const isMissed = loaded?.kind === 'offline';
  const retry = useCallback(() => isMissed && again(), [isMissed, again]);
  useRetryOnceReached(isMissed, retry);
  return { loaded, again };
}

/** Who sits here, or did until their sign-in ended: a page that says so must not begin again for nobody. */
function useLastKnown(): string {
  const { state, userId } = usePerson();
  const [known, setKnown] = useState(userId);
  if (state === 'known' && known !== userId) setKnown(userId);
  return known;
}
