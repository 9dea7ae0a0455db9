import { paths } from '../../paths.ts';
import { useLocation } from '../../ui/router.ts';

/** The addresses of the route family a person is in: with or without sign-in; a lesson never leads out of its family. */
export interface LessonFamily {
  isPublic: boolean;
  course: (courseId: number) => string;
  lesson: (courseId: number, lessonId: number) => string;
}

const OPEN: LessonFamily = { isPublic: true, course: paths.publicCourse, lesson: paths.publicLesson };
const SIGNED_IN: LessonFamily = { isPublic: false, course: paths.course, lesson: paths.lesson };

export function useLessonFamily(): LessonFamily {
  return useLocation().pathname.startsWith('/public-course/') ? OPEN : SIGNED_IN;
}
