// The landing page, also written into landing.html by the build: nothing here may use device, network or active user.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, GraduationCap, Tablet, Timer, TrendingUp, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton, Spinner } from '../../ui/skeleton.tsx';
import { CourseCard, CourseGrid } from './course-card.tsx';
import { FreeCourseCard } from './free-course-card.tsx';
import type { Landing } from './use-landing.ts';

/** A scan moving through a floor plan: decorative, drawn in the theme's colors, so that it loads with the page. */
function LandingPicture({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 400 340" className={`w-full ${className}`}>
      <rect x="10" y="10" width="380" height="320" rx="24" className="fill-accent-soft" />
      <g className="fill-surface stroke-line-strong" strokeWidth="5" strokeLinejoin="round">
        <path d="M52 52H348V288H52Z" />
      </g>
      <g fill="none" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round">
        <path d="M190 52V104M190 148V190M52 190H104M150 190H262M306 190H348M236 190V214M236 258V288" />
      </g>
      <g fill="none" className="stroke-line-strong" strokeWidth="2.5">
        <path d="M104 190A46 46 0 0 1 150 144V190M190 104A44 44 0 0 1 234 148H190M306 190A44 44 0 0 0 262 146V190M236 258A44 44 0 0 1 192 214H236" />
      </g>
      <path
        d="M84 262H176V226H128V112H232V128H284V236H316"
        fill="none"
        className="stroke-accent"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="1 14"
      />
      <g className="fill-accent">
        <circle cx="84" cy="262" r="9" />
        <circle cx="128" cy="112" r="9" />
        <circle cx="284" cy="128" r="9" />
      </g>
      <g>
        <circle cx="316" cy="236" r="24" className="fill-complete" />
        <path
          d="M305 237l8 8 15-16"
          fill="none"
          className="stroke-complete-ink"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  );
}

const PROMISES = [t`Free`, t`No credit card`, t`Certificate on completion`, t`Works offline`];

/** The top of the page. `firstFree` is the course that Start Learning opens; without one it leads to sign-up. */
function LandingHero({ firstFree }: { firstFree: number | undefined }) {
  return (
    <div className="border-line border-b bg-surface">
      <div className="mx-auto grid w-full max-w-page items-center gap-10 px-4 py-10 md:grid-cols-[3fr_2fr] md:py-14 lg:gap-16 lg:py-20">
        <div className="flex flex-col items-start gap-5">
          <h1 className="font-bold text-[min(1.875rem,11vw)] leading-tight tracking-tight lg:text-4xl">
            <Trans>
              Learn <span className="whitespace-nowrap">20-minute</span> property inspections
            </Trans>
          </h1>
          <p className="max-w-xl text-ink-soft text-lg">
            <Trans>
              Free online training in 3D scanning, floor plans and reports. Under 60 minutes of lessons, then an exam
              and a project on site.
            </Trans>
          </p>
          <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row sm:flex-wrap">
            <Button to={paths.auth()} size="big" className="shrink-0">
              <Trans>Sign Up Free</Trans>
            </Button>
            <Button
              to={firstFree === undefined ? paths.auth() : paths.publicCourse(firstFree)}
              size="big"
              variant="secondary"
              className="shrink-0"
            >
              <Trans>Start Learning</Trans>
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

const BENEFITS = [
  {
    icon: Timer,
    title: t`20-minute inspections`,
    text: t`Walk through once. Measurements, photos and notes are captured as you go.`,
  },
  {
    icon: TrendingUp,
    title: t`3-4x more jobs`,
    text: t`Shorter visits mean more of them in a day.`,
  },
  {
    icon: Zap,
    title: t`75 percent faster`,
    text: t`One scan gives you the floor plan and the report. Nothing to redraw or retype.`,
  },
  {
    icon: GraduationCap,
    title: t`Under 60 minutes of training`,
    text: t`Short lessons that fit between appointments and work offline. Exam and project come on top.`,
  },
];

function Benefits() {
  return (
    <Section id="benefits" title={t`Why inspectors use it`}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Card className="flex h-full items-start gap-4 p-4 sm:flex-col sm:gap-3 md:p-5">
              <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text">
                <Icon aria-hidden className="size-6" />
              </span>
              <div className="flex flex-col gap-1">
                <h3 className="font-semibold text-lg leading-snug">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const SECTION = 'mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-7 md:gap-6 md:py-9';

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={SECTION}>
      <h2 id={id} className="font-bold text-2xl tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** What a crew that shares a tablet finds nowhere else. */
function SharedTablet() {
  return (
    <Section id="shared-tablet" title={t`One tablet, the whole crew`}>
      <Card className="flex items-start gap-4 p-4 md:p-5">
        <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text">
          <Tablet aria-hidden className="size-6" />
        </span>
        <p className="max-w-prose text-ink-soft md:text-lg">
          <Trans>
            Download the courses once, before you leave for the site. There, everybody opens their own place with a PIN,
            learns without a signal, and hands the tablet on. Each person's work is kept apart, and sent when the tablet
            is online again.
          </Trans>
        </p>
      </Card>
    </Section>
  );
}

function FinalCall() {
  return (
    <section aria-labelledby="final-call" className="mt-auto border-line border-t bg-accent-soft">
      <div className="mx-auto flex w-full max-w-page flex-col items-center gap-4 px-4 py-10 text-center md:py-14">
        <h2 id="final-call" className="font-bold text-2xl tracking-tight">
          <Trans>Start today, finish before your next visit</Trans>
        </h2>
        <p className="max-w-xl text-ink-soft md:text-lg">
          <Trans>
            An account is free and needs no credit card. Your progress is saved on your device right away and syncs when
            you're online.
          </Trans>
        </p>
        <Button to={paths.auth()} size="big" className="mt-2 w-full sm:w-auto">
          <Trans>Create Free Account</Trans>
        </Button>
      </div>
    </section>
  );
}

type LandingViewProps = {
  /** Undefined while no course is known. */
  landing: Landing | undefined;
  /** Shown in place of the courses when they could not be loaded. */
  error?: ReactNode;
};

/** Takes the space of the featured course, so that what follows does not move. */
function CoursesComing() {
  return (
    <div className={`${SECTION} noscript:hidden`}>
      <Spinner label={t`Loading courses`} />
      <Skeleton className="h-[54rem] sm:h-[44rem] lg:h-[26rem]" />
    </div>
  );
}

/** Hero, benefits, the featured free course, more free courses, final call. */
export function LandingView({ landing, error }: LandingViewProps) {
  const { featured, more } = landing ?? { featured: undefined, more: [] };
  return (
    <>
      <LandingHero firstFree={featured?.course.id} />
      <Benefits />
      {error && <div className={SECTION}>{error}</div>}
      {!landing && !error && <CoursesComing />}
      {featured && (
        <Section id="free-course" title={t`Your first course is free`}>
          <FreeCourseCard {...featured} />
        </Section>
      )}
      <SharedTablet />
      {more.length > 0 && (
        <Section id="more-courses" title={t`More Free Courses`}>
          <CourseGrid>
            {more.map((course) => (
              <li key={course.id}>
                <CourseCard course={course} to={paths.publicCourse(course.id)} />
              </li>
            ))}
          </CourseGrid>
        </Section>
      )}
      <FinalCall />
    </>
  );
}
