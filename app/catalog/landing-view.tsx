// The landing page: the build writes it into landing.html without courses, and React draws the same in the browser. So
// nothing here may ask the device, the network or the person.
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CourseCard } from './course-card.tsx';
import { CourseGrid } from './course-grid.tsx';
import { FreeCourseCard } from './free-course-card.tsx';
import { LandingBenefits } from './landing-benefits.tsx';
import { LandingHero } from './landing-hero.tsx';
import type { Landing } from './use-landing.ts';

const SECTION = 'mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-7 md:gap-6 md:py-9';

function FinalCall() {
  return (
    <section aria-labelledby="final-call" className="mt-auto border-line border-t bg-accent-soft">
      <div className="mx-auto flex w-full max-w-page flex-col items-center gap-4 px-4 py-10 text-center md:py-14">
        <h2 id="final-call" className="font-bold text-2xl tracking-tight">
          Start today, finish before your next visit
        </h2>
        <p className="max-w-xl text-ink-soft md:text-lg">
          An account is free and needs no credit card. Your progress is kept on the device the moment you tap, and
          reaches the server by itself when there is a network.
        </p>
        <Button to={paths.auth()} size="big" className="mt-2 w-full sm:w-auto">
          Create Free Account
        </Button>
      </div>
    </section>
  );
}

type LandingViewProps = {
  /** Undefined while no course is known. */
  landing: Landing | undefined;
  /** Stands in the place of the courses when they could not be had. */
  trouble?: ReactNode;
};

/** Takes the room of the featured course, so that what follows does not move. */
function CoursesComing() {
  return (
    <div className={`${SECTION} noscript:hidden`}>
      <Spinner label="Loading courses" />
      <Skeleton className="h-[54rem] sm:h-[44rem] lg:h-[26rem]" />
    </div>
  );
}

/** Hero, benefits, the featured free course, more free courses, final call. */
export function LandingView({ landing, trouble }: LandingViewProps) {
  const { featured, more } = landing ?? { featured: undefined, more: [] };
  return (
    <>
      <LandingHero firstFree={featured?.course.id} />
      <LandingBenefits className={SECTION} />
      {trouble && <div className={SECTION}>{trouble}</div>}
      {!landing && !trouble && <CoursesComing />}
      {featured && (
        <section aria-labelledby="free-course" className={SECTION}>
          <h2 id="free-course" className="font-bold text-2xl tracking-tight">
            Your first course is free
          </h2>
          <FreeCourseCard {...featured} />
        </section>
      )}
      {more.length > 0 && (
        <section aria-labelledby="more-courses" className={SECTION}>
          <h2 id="more-courses" className="font-bold text-2xl tracking-tight">
            More Free Courses
          </h2>
          <CourseGrid>
            {more.map((course) => (
              <li key={course.id}>
                <CourseCard course={course} to={paths.publicCourse(course.id)} />
              </li>
            ))}
          </CourseGrid>
        </section>
      )}
      <FinalCall />
    </>
  );
}
