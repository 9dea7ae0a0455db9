import type { Unit } from '#sync/contract/progress.ts';
import { type Entry, type EntryState, isPending } from '#sync/store/entry.ts';
import {
  type CachedContent,
  type ChangeScope,
  INITIAL_META,
  type Meta,
  type QuizResult,
  raisedResult,
  type Store,
  type StorePatch,
  type StoreView,
} from '#sync/store/store.ts';

/** The store port over plain maps. They survive when a tab is killed. */
export class MemoryStore implements Store {
  readonly entries = new Map<number, Entry>();
  readonly units = new Map<number, Unit>();
  readonly quizResults = new Map<string, QuizResult>();
  readonly drafts = new Set<number>();
  meta: Meta = INITIAL_META;
  #nextSeq = 1;
  readonly #titles = new Map<string, string>();
  readonly #courses = new Set<number>();

  async change<P extends StorePatch>(scope: ChangeScope, decide: (view: StoreView) => P): Promise<P> {
    return this.changeNow(scope, decide);
  }

  /** The whole transaction at once; the simulation decides when it runs, and whether its result is delivered. */
  changeNow<P extends StorePatch>(scope: ChangeScope, decide: (view: StoreView) => P): P {
    return this.#write(decide(this.#view(scope)));
  }

  #view(scope: ChangeScope): StoreView {
    const remaining = new Map<EntryState, number>(
      scope.states?.map((state) => [state, scope.limit ?? Number.POSITIVE_INFINITY]),
    );
    const entries: Entry[] = [];
    for (const entry of this.entries.values()) {
      const remainingOfState = remaining.get(entry.state) ?? 0;
      if (remainingOfState > 0) remaining.set(entry.state, remainingOfState - 1);
      const isReset = entry.kind === 'unit' && entry.body.seenRev !== undefined;
      const isInScope = scope.subjects?.includes(entry.subject) || (scope.resets && isReset);
      if (remainingOfState > 0 || (isInScope && isPending(entry)) || scope.seqs?.includes(entry.seq))
        entries.push(entry);
    }
    const units = (scope.lessons ?? []).flatMap((id) => this.units.get(id) ?? []);
    const title = scope.title && this.#titles.get(titleKey(scope.title));
    return { entries, units: new Map(units.map((unit) => [unit.lessonId, unit])), meta: this.meta, title };
  }

  #write<P extends StorePatch>(patch: P): P {
    const entries = (patch.entries ?? []).map((entry) => (entry.seq > 0 ? entry : { ...entry, seq: this.#nextSeq++ }));
    const ids = new Set([...this.entries.values()].map((entry) => entry.opId));
    for (const entry of entries) {
      if (!this.entries.has(entry.seq) && ids.has(entry.opId)) throw new Error(`The id ${entry.opId} is taken.`);
    }
    for (const entry of entries) this.entries.set(entry.seq, entry);
    for (const seq of patch.forgottenEntries ?? []) this.entries.delete(seq);
    if (patch.forgetUnits) this.units.clear();
    for (const unit of patch.units ?? []) this.units.set(unit.lessonId, unit);
    for (const result of patch.quizResults ?? []) this.quizResults.set(result.opId, result);
    for (const lessonId of patch.draftsDone ?? []) this.drafts.delete(lessonId);
    if (patch.meta) this.meta = { ...this.meta, ...patch.meta };
    return { ...patch, entries };
  }

  async saveContent({ catalog, course, lessonsOf, lesson, regraded }: CachedContent): Promise<void> {
    for (const kept of [...(catalog ?? []), ...(course ? [course] : [])])
      this.#titles.set(`course:${kept.id}`, kept.title);
    for (const kept of [...(lessonsOf?.lessons ?? []), ...(lesson ? [lesson] : [])]) {
      this.#titles.set(`lesson:${kept.id}`, kept.title);
      this.#courses.add(kept.courseId);
    }
    for (const attempt of regraded?.attempts ?? []) {
      const known = this.quizResults.get(attempt.opId);
      const raised = known && raisedResult(known, { attempt, at: regraded?.at ?? '' });
      if (raised) this.quizResults.set(attempt.opId, raised);
    }
  }

  async downloadedCourseIds(): Promise<number[]> {
    return [...this.#courses];
  }
}

const titleKey = ({ courseId, lessonId }: NonNullable<ChangeScope['title']>) =>
  lessonId === null ? `course:${courseId}` : `lesson:${lessonId}`;
