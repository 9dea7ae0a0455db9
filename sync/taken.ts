import type { Unit } from './contract/progress.ts';
import type { QuizResult } from './store.ts';

/**
 * What the server took while this device had no room even for its answer (Y26), until the page is closed. Reads look here,
 * too; a newer snapshot in the database wins.
 */
export class Taken {
  readonly units = new Map<number, Unit>();
  readonly quizResults: QuizResult[] = [];
  readonly stars = new Map<number, number>();

  newest(snapshot: Unit | undefined, lessonId: number): Unit | undefined {
    const taken = this.units.get(lessonId);
    return taken && taken.rev >= (snapshot?.rev ?? 0) ? taken : snapshot;
  }
}
