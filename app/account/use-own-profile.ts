import { useCallback, useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { useToast } from '../ui/toast.tsx';
import { loadOwnProfile, type OwnProfile } from './own-profile.ts';

/** The profile for a page that was opened, undefined while it loads; a sign-in that is over leads to /auth by itself. */
export function useOwnProfile(fallback: string): { loaded: OwnProfile | undefined; again: () => void } {
  const [loaded, setLoaded] = useState<OwnProfile>();
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again
  useEffect(() => {
    let current = true;
    void loadOwnProfile(fallback).then((outcome) => {
      if (!current) return;
      setLoaded(outcome);
      if (outcome.kind !== 'signed-out') return;
      if (outcome.toast) toast(outcome.toast);
      void navigate(paths.auth(), { replace: true });
    });
    return () => {
      current = false;
    };
  }, [fallback, navigate, toast, round]);
  const again = useCallback(() => {
    setLoaded(undefined);
    setRound((last) => last + 1);
  }, []);
  return { loaded, again };
}
