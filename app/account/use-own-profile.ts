import { useCallback, useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { useNavigate } from '../router.ts';
import { useToast } from '../ui/toast.tsx';
import { useAsk } from '../use-pull.ts';
import { loadOwnProfile, type OwnProfile } from './own-profile.ts';

/**
 * The profile for a page that was opened, undefined while it loads; a sign-in that is over leads to /auth by itself.
 * Another person who sits down meanwhile, in whatever tab, gets their own.
 */
export function useOwnProfile(fallback: string): { loaded: OwnProfile | undefined; again: () => void } {
  const whose = useLastKnown();
  const navigate = useNavigate();
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another profile
  const { outcome: loaded, again } = useAsk(useCallback(() => loadOwnProfile(fallback), [fallback, whose]));
  useEffect(() => {
    if (loaded?.kind !== 'signed-out') return;
    if (loaded.toast) toast(loaded.toast);
    void navigate(paths.auth(), { replace: true });
  }, [loaded, navigate, toast]);
  return { loaded, again };
}

/** Who sits here, or did until their sign-in ended: a page that says so must not begin again for nobody. */
function useLastKnown(): string {
  const { state, userId } = usePerson();
  const [known, setKnown] = useState(userId);
  if (state === 'known' && known !== userId) setKnown(userId);
  return known;
}
