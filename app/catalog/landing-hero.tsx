import { Check } from 'lucide-react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { LandingPicture } from './landing-picture.tsx';

const PROMISES = ['Free', 'No credit card', 'Certificate on completion', 'Works offline'];

/** The first thing a visitor sees. `firstFree` is the course that Start Learning opens; without one it leads to sign-up. */
export function LandingHero({ firstFree }: { firstFree: number | undefined }) {
  return (
    <div className="border-line border-b bg-surface">
      <div className="mx-auto grid w-full max-w-page items-center gap-10 px-4 py-10 md:grid-cols-[3fr_2fr] md:py-14 lg:gap-16 lg:py-20">
        <div className="flex flex-col items-start gap-5">
          <h1 className="font-bold text-3xl tracking-tight lg:text-4xl">Learn to inspect a property in 20 minutes</h1>
          <p className="max-w-xl text-ink-soft text-lg">
            Free online training in 3D scanning, floor plans and reports. Under 60 minutes from the first lesson to your
            first visit.
          </p>
          <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row sm:flex-wrap">
            <Button to={paths.auth()} size="big" className="shrink-0">
              Sign Up Free
            </Button>
            <Button
              to={firstFree === undefined ? paths.auth() : paths.publicCourse(firstFree)}
              size="big"
              variant="secondary"
              className="shrink-0"
            >
              Start Learning
            </Button>
          </div>
          <ul className="flex flex-wrap gap-x-5 gap-y-2 text-ink-soft">
            {PROMISES.map((promise) => (
              <li key={promise} className="inline-flex items-center gap-1.5">
                <Check aria-hidden className="size-5 text-complete-text" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <LandingPicture className="max-md:hidden" />
      </div>
    </div>
  );
}
