// Who sits at this device, and the engine that holds their work. Known from the device alone (Y21): no network, no auth client.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Profile } from '#sync/contract/profile.ts';
import type { Engine } from '#sync/engine.ts';
import { readSyncStatus, SHORT_QUEUE, type SyncStatus } from '#sync/store/reads.ts';
import { unhurried, useLiveQuery } from './live-query.ts';

/** The person of this device as every screen may know them; `visitor` when nobody is signed in. */
export type ActiveUser = {
  state: 'checking' | 'known' | 'visitor';
  userId: string;
  name: string;
  email: string;
  profile: Profile | null;
  /** The screen is locked when nobody touches it (Y30). */
  mayLock?: boolean;
};

/** What the provider needs from outside: the composition root gives the real ones, tests their own. */
export type ActiveUserPorts = {
  /** The person last signed in here, from the device; undefined for nobody. */
  readActiveUser: () => Promise<(Omit<ActiveUser, 'state' | 'profile'> & { profile?: Profile | null }) | undefined>;
  /** An engine that is not started yet; `userId` is 'visitor' for nobody. */
  engineFor: (userId: string) => Engine;
  /** Calls back whenever the person of the device changed, in this tab or another; returns the way to stop. */
  onActiveUserChange: (changed: () => void) => () => void;
};

const VISITOR: ActiveUser = { state: 'visitor', userId: 'visitor', name: '', email: '', profile: null };
const CHECKING: ActiveUser = { ...VISITOR, state: 'checking' };

const PersonContext = createContext<{ person: ActiveUser; engine: Engine | undefined } | undefined>(undefined);
const SyncStatusContext = createContext<SyncStatus | undefined>(undefined);

/** Gives `useActiveUser` and `useEngine` to everything inside, and starts and stops the person's engine. */
export function ActiveUserProvider({ ports, children }: { ports: ActiveUserPorts; children: ReactNode }) {
  const [person, setPerson] = useState(CHECKING);
  useEffect(() => {
    let current = true;
    const read = () =>
      ports.readActiveUser().then(
        (found) => current && setPerson(found ? { ...found, profile: found.profile ?? null, state: 'known' } : VISITOR),
        // A device that cannot be read for a moment says nothing of who sits here: their work must not become a visitor's.
        () => current && setPerson((known) => (known.state === 'checking' ? VISITOR : known)),
      );
    void read();
    const stop = ports.onActiveUserChange(() => void read());
    return () => {
      current = false;
      stop();
    };
  }, [ports]);

  const userId = person.state === 'checking' ? undefined : person.userId;
  const engine = useMemo(() => (userId ? ports.engineFor(userId) : undefined), [ports, userId]);
  useEffect(() => {
    engine?.start();
    return () => engine?.stop();
  }, [engine]);

  const value = useMemo(() => ({ person, engine }), [person, engine]);
  const status = useLiveQuery(
    unhurried(
      async () => engine && readSyncStatus(engine.replica),
      (read) => read !== undefined && read.waiting + read.sending > SHORT_QUEUE,
    ),
    [engine],
  );
  return (
    <PersonContext value={value}>
      <SyncStatusContext value={status}>{children}</SyncStatusContext>
    </PersonContext>
  );
}

/** A visitor without a device, for markup that is made outside of a browser. */
export function VisitorProvider({ children }: { children: ReactNode }) {
  return <PersonContext value={{ person: VISITOR, engine: undefined }}>{children}</PersonContext>;
}

function usePersonContext() {
  const value = useContext(PersonContext);
  if (!value) throw new Error('usePerson needs a PersonProvider above it.');
  return value;
}

/** Who is here. While `state` is 'checking' nothing is known yet; it lasts one read of the device. */
export function useActiveUser(): ActiveUser {
  return usePersonContext().person;
}

/** The engine of whoever is here, visitors included. Pages are drawn only once it exists. */
export function useEngine(): Engine {
  const { engine } = usePersonContext();
  if (!engine) throw new Error('useEngine before the person is known.');
  return engine;
}

/** The same, undefined while nothing is known of the device: what asks it must not be drawn yet. */
export function useEngineIfKnown(): Engine | undefined {
  return usePersonContext().engine;
}

/** The person's sync status, live; undefined until it was read once. */
export function useSyncStatus(): SyncStatus | undefined {
  return useContext(SyncStatusContext);
}
