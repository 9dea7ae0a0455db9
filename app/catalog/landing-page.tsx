import { CloudOff, RefreshCw, ShieldCheck } from 'lucide-react';
import { CourseThumbnail } from '../course-thumbnail.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/state-view.tsx';
import { CatalogState } from './catalog-state.tsx';
import { CourseCard } from './course-card.tsx';
import { CourseGrid } from './course-grid.tsx';
import { useCatalog } from './use-catalog.ts';

const FACTS = [
  { icon: CloudOff, text: 'Courses you have opened work without a network.' },
  { icon: ShieldCheck, text: 'Your progress is kept on the device the moment you tap.' },
  { icon: RefreshCw, text: 'It reaches the server by itself when the network returns.' },
];

/** Home for someone who is not signed in: what this is, the way in, and the public courses. */
export function LandingPage() {
  usePageTitle('Training that works without a network');
  const catalog = useCatalog();
  return (
    <>
      <div className="border-line border-b bg-surface">
        <div className="mx-auto grid w-full max-w-page items-center gap-10 px-4 py-10 md:py-14 lg:grid-cols-[3fr_2fr]">
          <div className="flex flex-col items-start gap-5">
            <h1 className="max-w-2xl font-bold text-2xl tracking-tight md:text-3xl">
              Training that keeps working where there is no network
            </h1>
            <ul className="flex flex-col gap-2.5 text-ink-soft md:text-lg">
              {FACTS.map(({ icon: Icon, text }) => (
                <li key={text} className="flex items-start gap-2.5">
                  <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
                  {text}
                </li>
              ))}
            </ul>
            <Button to={paths.signIn()} size="big" className="mt-2 w-full sm:w-auto">
              Sign In
            </Button>
          </div>
          <CourseThumbnail course={null} first className="rounded-xl max-lg:hidden" />
        </div>
      </div>
      <section
        aria-labelledby="open-courses"
        className="mx-auto flex w-full max-w-page flex-col gap-4 px-4 py-8 md:py-12"
      >
        <h2 id="open-courses" className="font-semibold text-xl">
          Open courses
        </h2>
        <CatalogState {...catalog}>
          {(courses) =>
            courses.length === 0 ? (
              <EmptyState title="No courses found">There is no course open to everyone at the moment.</EmptyState>
            ) : (
              <CourseGrid>
                {courses.map((course) => (
                  <li key={course.id}>
                    <CourseCard course={course} to={paths.publicCourse(course.id)} />
                  </li>
                ))}
              </CourseGrid>
            )
          }
        </CatalogState>
      </section>
    </>
  );
}
