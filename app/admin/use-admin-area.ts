import { useCallback, useEffect, useState } from 'react';
import { AdminStats } from '#sync/contract/analytics.ts';
import { Profile } from '#sync/contract/profile.ts';
import { ApiError } from '../api.ts';
import { texts } from '../messages.ts';
import { ownCall } from '../own-call.ts';

/** What /admin is for the person who opens it (decisions 14). */
export type AdminArea =
  | { kind: 'installation'; stats: AdminStats }
  | { kind: 'organization'; name: string }
  | { kind: 'no organization' }
  | { kind: 'denied' }
  | { kind: 'offline' }
  /** `title` is the page's wording, `sentence` the server's own where there is one. */
  | { kind: 'failed'; title: string; sentence: string | undefined };

/** Roles are asked for anew: those that the device knows may be of yesterday. Never throws. */
async function loadArea(): Promise<AdminArea> {
  let title: string = texts.failedProfile;
  try {
    const profile = await ownCall('/api/auth/profile', { answer: Profile });
    if (profile?.is_super_admin) {
      title = texts.failedAdminStats;
      const stats = await ownCall('/api/admin/stats', { answer: AdminStats });
      return stats ? { kind: 'installation', stats } : { kind: 'denied' };
    }
    if (!profile?.is_org_admin) return { kind: 'denied' };
    const { organization } = profile;
    return organization ? { kind: 'organization', name: organization.name } : { kind: 'no organization' };
  } catch (failure) {
    if (failure instanceof TypeError) return { kind: 'offline' };
    if (!(failure instanceof ApiError)) return { kind: 'failed', title, sentence: undefined };
    if (failure.code === 'access_denied') return { kind: 'denied' };
    return { kind: 'failed', title, sentence: failure.sentence };
  }
}

/** The person's admin area, undefined while it loads; `again` loads it once more. */
export function useAdminArea(): { area: AdminArea | undefined; again: () => void } {
  const [area, setArea] = useState<AdminArea>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round loads again
  useEffect(() => {
    let current = true;
    void loadArea().then((loaded) => current && setArea(loaded));
    return () => {
      current = false;
    };
  }, [round]);
  const again = useCallback(() => {
    setArea(undefined);
    setRound((last) => last + 1);
  }, []);
  return { area, again };
}
