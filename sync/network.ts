// The half of the engine that speaks to the server: passes and pulls. It parses what it is told, so it brings the shapes
// and their parser; a page loads it after its first paint, and no tap waits for it (Y7).
import { callerFor } from './call.ts';
import { createPasses, type Passes } from './passes.ts';
import type { EnginePorts } from './ports.ts';
import {
  look,
  type PullOutcome,
  pullCatalog,
  pullCertificates,
  pullCourse,
  pullLesson,
  pullProgress,
  pullQuiz,
} from './pull.ts';
import { Refresh } from './refresh.ts';
import { VISITOR } from './replica.ts';
import { type Rules, rules as realRules } from './rules.ts';
import type { Store } from './store.ts';

/** What a person's engine asks the server; `refresh` decides when progress is fetched without being asked for. */
export type Network = Passes & {
  refresh: Refresh;
  look(): Promise<void>;
  pullCatalog(): Promise<PullOutcome>;
  pullCourse(courseId: number): Promise<PullOutcome>;
  pullLesson(lessonId: number): Promise<PullOutcome>;
  pullQuiz(lessonId: number): Promise<PullOutcome>;
  pullCertificates(): Promise<PullOutcome>;
  pullProgress(courseId: number): Promise<PullOutcome>;
};

export type NetworkOptions = { userId: string; ports: EnginePorts; store: Store; rules?: Rules };

/** The network half of one person's engine. Nothing is sent before something is asked of it. */
export function openNetwork({ userId, ports, store, rules = realRules }: NetworkOptions): Network {
  const context = { store, ports, rules, call: callerFor(userId, ports) };
  const pulling = { ...context, prefix: userId === VISITOR ? '/api/public' : '/api' };
  const refresh = new Refresh(pulling, ports.clock.now);
  return {
    ...createPasses(userId, context),
    refresh,
    look: () => look({ ports, store }),
    pullCatalog: () => pullCatalog(pulling),
    pullCourse(courseId) {
      refresh.opened(courseId);
      return pullCourse(pulling, courseId);
    },
    pullLesson: (lessonId) => pullLesson(pulling, lessonId),
    pullQuiz: (lessonId) => pullQuiz(pulling, lessonId),
    pullCertificates: () => pullCertificates(pulling),
    pullProgress: (courseId) => pullProgress(pulling, courseId),
  };
}
