// The half of the engine that talks to the server: flushes and pulls.
import { elapsed, remainingWait } from '../backoff.ts';
import { type Rules, rules as realRules } from '../outbox/rules.ts';
import { type EnginePorts, flushLock } from '../ports.ts';
import { VISITOR } from '../store/replica.ts';
import type { Store } from '../store/store.ts';
import { createCaller } from './call.ts';
import { type FlushContext, type FlushOutcome, flush } from './flush.ts';
import { ProgressRefresh } from './progress-refresh.ts';
import {
  checkReachable,
  pullCatalog,
  pullCertificates,
  pullCourse,
  pullLesson,
  pullProgress,
  pullQuiz,
} from './pull.ts';
import type { TriggerCause } from './triggers.ts';

export type RemoteSync = ReturnType<typeof openRemoteSync>;

type RemoteSyncOptions = { userId: string; ports: EnginePorts; store: Store; rules?: Rules };

/** Opens the remote half of one person's engine. Sends nothing until it is used. */
export function openRemoteSync({ userId, ports, store, rules = realRules }: RemoteSyncOptions) {
  const context = { store, ports, rules, call: createCaller(userId, ports) };
  const pullContext = { ...context, prefix: userId === VISITOR ? '/api/public' : '/api' };
  const refresh = new ProgressRefresh(pullContext, ports.clock.now);
  return {
    /** Flushes, unless the server asked to wait; a background heartbeat also waits for the back-off (Y18). */
    flush: flushUnderLock(userId, context),
    /** Decides when progress is pulled automatically. */
    refresh,
    /** Checks whether our server can be reached and stores the result. Cheap; for screens that show the connection. */
    checkReachable: () => checkReachable({ ports, store }),
    pullCatalog: () => pullCatalog(pullContext),
    pullCourse(courseId: number) {
      refresh.trackCourse(courseId);
      return pullCourse(pullContext, courseId);
    },
    pullLesson: (lessonId: number) => pullLesson(pullContext, lessonId),
    pullQuiz: (lessonId: number) => pullQuiz(pullContext, lessonId),
    pullCertificates: () => pullCertificates(pullContext),
    /** Pulls progress only, without the course's content. */
    pullProgress: (courseId: number) => pullProgress(pullContext, courseId),
  };
}

const LOCK_STOLEN_AFTER_MS = 60_000;

/** Y19: one tab at a time flushes. A visitor's work stays on the device (Y2). */
function flushUnderLock(userId: string, context: FlushContext & { ports: EnginePorts }) {
  const { clock, lock, signals } = context.ports;
  let refusedSince: number | undefined;
  return async (cause: TriggerCause): Promise<FlushOutcome> => {
    if (userId === VISITOR) return { kind: 'nothing' };
    const now = clock.now();
    const wait = await context.store.change({}, ({ meta }) => ({
      entries: [],
      ms: remainingWait(meta.backoff, now, cause === 'trigger'),
    }));
    if (wait.ms > 0) return { kind: 'later', at: now + wait.ms, sent: 0, courses: [] };
    // The lock only saves work; a holder that keeps it for a minute is passed over.
    const isOverdue = refusedSince !== undefined && elapsed(refusedSince, now) >= LOCK_STOLEN_AFTER_MS;
    let outcome = { kind: 'busy' } as FlushOutcome;
    const wasHeld = await lock.hold(flushLock(userId), isOverdue && signals.isVisible(), async () => {
      outcome = await flush(context);
    });
    refusedSince = wasHeld ? undefined : (refusedSince ?? now);
    return outcome;
  };
}
