// The active user of this device and the engine that holds their work, read from the device alone (Y21).
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Profile } from '#sync/contract/profile.ts';
import type { Engine } from '#sync/engine.ts';
import { readSyncStatus, SHORT_QUEUE_LIMIT, type SyncStatus } from '#sync/store/reads.ts';
import { unhurried, useLiveQuery } from './live-query.ts';
import { createValue } from './value.ts';

/** The active user as screens see them; `visitor` when no one is signed in. */
export type ActiveUser = {
  state: 'checking' | 'known' | 'visitor';
  userId: string;
  name: string;
  email: string;
  profile: Profile | null;
  /** Their last sign-in here was by an emailed link or code. */
  signsInByLink?: boolean;
  /** The screen locks after a time without use (Y30). */
  mayLock?: boolean;
};

/** What the provider needs from outside: the composition root passes the real ports, tests pass their own. */
export type ActiveUserPorts = {
  /** Reads the active user from the device; undefined for none. */
  readActiveUser: () => Promise<(Omit<ActiveUser, 'state' | 'profile'> & { profile?: Profile | null }) | undefined>;
  /** An engine that is not started yet; `userId` is 'visitor' when no one is signed in. */
  engineFor: (userId: string) => Engine;
  /**
   * Calls back whenever the active user changed, in this tab or another, and waits for what is returned; returns the function
   * that stops it.
   */
  onActiveUserChange: (changed: () => Promise<void>) => () => void;
};

const VISITOR: ActiveUser = { state: 'visitor', userId: 'visitor', name: '', email: '', profile: null };
const CHECKING: ActiveUser = { ...VISITOR, state: 'checking' };

const ActiveUserContext = createContext<{ user: ActiveUser; engine: Engine | undefined } | undefined>(undefined);
const SyncStatusContext = createContext<SyncStatus | undefined>(undefined);

/** Provides `useActiveUser` and `useEngine` to everything inside, and starts and stops the user's engine. */
export function ActiveUserProvider({ ports, children }: { ports: ActiveUserPorts; children: ReactNode }) {
  const [user, setUser] = useState(CHECKING);
  useEffect(() => {
    let current = true;
    const read = () =>
      ports.readActiveUser().then(
        (found) => {
          if (current) setUser(found ? { ...found, profile: found.profile ?? null, state: 'known' } : VISITOR);
        },
        // When the device cannot be read for a moment, the user stays: their work must not become a visitor's.
        () => {
          if (current) setUser((known) => (known.state === 'checking' ? VISITOR : known));
        },
      );
    void read();
    const stop = ports.onActiveUserChange(read);
    return () => {
      current = false;
      stop();
    };
  }, [ports]);

  const userId = user.state === 'checking' ? undefined : user.userId;
  const engine = useMemo(() => (userId ? ports.engineFor(userId) : undefined), [ports, userId]);
  const [started, setStarted] = useState<Engine>();
  useEffect(() => {
    const language = document.documentElement.lang;
    // Not kept, it is the one of before; the next page tries again.
    if (language) engine?.chooseLanguage(language).catch(() => undefined);
    engine?.start(() => setStarted(engine));
    return () => engine?.stop();
  }, [engine]);

  const value = useMemo(() => ({ user, engine }), [user, engine]);
  const status = useLiveQuery(
    unhurried(
      async () => (started && started === engine ? readSyncStatus(started.replica) : undefined),
      (read) => read !== undefined && read.waiting + read.sending > SHORT_QUEUE_LIMIT,
    ),
    [engine, started],
  );
  return (
    <ActiveUserContext value={value}>
      <SyncStatusContext value={status}>{children}</SyncStatusContext>
    </ActiveUserContext>
  );
}

/** A visitor without a device, for markup rendered outside a browser. */
export function VisitorProvider({ children }: { children: ReactNode }) {
  return <ActiveUserContext value={{ user: VISITOR, engine: undefined }}>{children}</ActiveUserContext>;
}

function useActiveUserContext() {
  const value = useContext(ActiveUserContext);
  if (!value) throw new Error('useActiveUser needs an ActiveUserProvider above it.');
  return value;
}

/** The active user. While `state` is 'checking', which lasts one read of the device, nothing is known. */
export function useActiveUser(): ActiveUser {
  return useActiveUserContext().user;
}

/** The engine of the active user or visitor. Pages are drawn only once it exists. */
export function useEngine(): Engine {
  const { engine } = useActiveUserContext();
  if (!engine) throw new Error('useEngine before the user is known.');
  return engine;
}

/** The same, or undefined until the device has been read. */
export function useEngineIfKnown(): Engine | undefined {
  return useActiveUserContext().engine;
}

/** The user's sync status, live; undefined until it was read once. */
export function useSyncStatus(): SyncStatus | undefined {
  return useContext(SyncStatusContext);
}

/** True in the tab in which the user is signing out: drawn again for them, home would fetch with a session that is gone. */
export const isSigningOut = createValue(false);
