import type { AdminLesson, CourseModule, Outline } from '#sync/contract/authoring.ts';
import { aCourse, aLesson } from '#tests/factories.ts';

type Wanted = {
  /** The two ends of each module. */
  modules: [start: number, end: number][];
  /** Their indexes, which are their ids too. */
  lessons: number[];
};

/** An outline that is valid by contract. */
export function anOutline({ modules, lessons }: Wanted): Outline {
  const ranges = modules.map(([startLessonIndex, endLessonIndex], place) =>
    aModule({ id: 100 + place, startLessonIndex, endLessonIndex }),
  );
  const owned = { rev: 1, createdAt: '2026-11-20T10:00:00.000Z', organizationId: null, organization: null };
  return {
    course: { ...aCourse({ id: 1 }), ...owned },
    lessons: lessons.map((orderIndex) =>
      anAdminLesson({ id: orderIndex, courseId: 1, orderIndex, title: `Lesson ${orderIndex}` }),
    ),
    modules: ranges,
    outlineRev: 7,
  };
}

/** A text lesson that learners see, as its author has it. */
export const anAdminLesson = (fields: Partial<AdminLesson> = {}): AdminLesson => ({
  ...aLesson(),
  rev: 1,
  isHidden: false,
  isPlaceSeen: true,
  isVisible: true,
  videoName: null,
  videoType: null,
  isPlayable: null,
  videoCodec: null,
  rendition: null,
  ...fields,
});

export function aModule(fields: Partial<CourseModule> = {}): CourseModule {
  return {
    id: 100,
    courseId: 1,
    title: 'Boots',
    description: '',
    orderIndex: 1,
    startLessonIndex: 1,
    endLessonIndex: 4,
    isEnabled: true,
    ...fields,
  };
}
