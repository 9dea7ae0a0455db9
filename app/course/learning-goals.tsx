import { Check } from 'lucide-react';
import type { Course } from '#sync/contract/course.ts';
import { GENERAL_GOALS } from '../course-words.ts';

/** 'What you'll learn', and what one should have before starting. */
export function LearningGoals({ course }: { course: Course }) {
  const goals = course.objectives.length > 0 ? course.objectives : GENERAL_GOALS;
  return (
    <>
      <section aria-labelledby="goals" className="flex flex-col gap-3">
        <h2 id="goals" className="font-semibold text-xl">
          What you'll learn
        </h2>
        <ul className="grid gap-x-8 gap-y-2.5 md:grid-cols-2">
          {goals.map((goal) => (
            <li key={goal} className="flex items-start gap-2.5">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
              {goal}
            </li>
          ))}
        </ul>
      </section>
      {course.prerequisites.length > 0 && (
        <section aria-labelledby="needs" className="flex flex-col gap-3">
          <h2 id="needs" className="font-semibold text-xl">
            Before you start
          </h2>
          <ul className="flex list-disc flex-col gap-1.5 pl-6 marker:text-accent-text">
            {course.prerequisites.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
