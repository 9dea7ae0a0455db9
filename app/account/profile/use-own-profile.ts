import { useCallback, useEffect, useRef, useState } from 'react';
import { useActiveUser } from '../../device/active-user.tsx';
import { usePullCall } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { loadOwnProfile, type OwnProfile } from './own-profile.ts';

/**
 * The profile for a page that was opened, undefined while it loads; a sign-in that is over leads to /auth by itself.
 * Another person who sits down meanwhile, in whatever tab, gets their own.
 */
export function useOwnProfile(fallback: string): { loaded: OwnProfile | undefined; again: () => void } {
  const whose = useLastKnown();
  const navigate = useNavigate();
  const toast = useToast();
  const shown = useRef<{ whose: string; profile: OwnProfile }>(undefined);
  const ask = useCallback(async () => {
    const profile = await loadOwnProfile(fallback);
    const isMissed = profile.kind === 'offline' || profile.kind === 'failed';
    // What is on the page stays there when it is asked for once more in vain, with what was typed into it.
    if (isMissed && shown.current?.whose === whose) return shown.current.profile;
    if (!isMissed) shown.current = { whose, profile };
    return profile;
  }, [fallback, whose]);
  const { outcome: loaded, again } = usePullCall(ask);
  useEffect(() => {
    if (loaded?.kind !== 'signed-out') return;
    if (loaded.toast) toast(loaded.toast);
    void navigate(paths.auth(), { replace: true });
  }, [loaded, navigate, toast]);
  return { loaded, again };
}

/** Who sits here, or did until their sign-in ended: a page that says so must not begin again for nobody. */
function useLastKnown(): string {
  const { state, userId } = useActiveUser();
  const [known, setKnown] = useState(userId);
  if (state === 'known' && known !== userId) setKnown(userId);
  return known;
}
