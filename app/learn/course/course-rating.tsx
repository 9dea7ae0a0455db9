import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CloudUpload, Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Course, MOST_STARS } from '#sync/contract/course.ts';
import { type CourseState, readRefusedRatings } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';

const STARS = Array.from({ length: MOST_STARS }, (_, index) => index + 1);

function StarChoice({ stars, given, choose }: { stars: number; given: number; choose: (stars: number) => void }) {
  const isFilled = stars <= given;
  return (
    <label className="relative inline-flex size-12 cursor-pointer items-center justify-center rounded-md hover:bg-sunken">
      <input
        type="radio"
        name="stars"
        value={stars}
        checked={stars === given}
        onChange={() => choose(stars)}
        aria-label={plural(stars, { one: '# star', other: '# stars' })}
        className="absolute inset-0 size-full cursor-pointer rounded-md border-0 bg-transparent"
      />
      <Star
        aria-hidden
        className={`pointer-events-none size-8 ${isFilled ? 'fill-accent-text text-accent-text' : 'text-line-strong'}`}
      />
    </label>
  );
}

type CourseRatingProps = {
  course: Course;
  ownRating: CourseState['ownRating'];
  /** Called once the server has received and counted a rating. */
  onSent: () => void;
};

/** Five stars for a course that the user has completed (P-5): saved at the tap, sent like all other work. */
export function CourseRating({ course, ownRating, onSent }: CourseRatingProps) {
  const engine = useEngine();
  const toast = useToast();
  const { stars, waiting } = ownRating;
  const wasWaiting = useRef(waiting);
  useEffect(() => {
    if (wasWaiting.current && !waiting) onSent();
    wasWaiting.current = waiting;
  }, [waiting, onSent]);
  const refused = useLiveQuery(() => readRefusedRatings(engine.replica, course.id), [engine, course.id]);
  const refusal = waiting ? undefined : refused?.at(-1);
  const rate = async (chosen: number) => {
    try {
      await engine.record({ kind: 'rating', courseId: course.id, stars: chosen });
      // Discards refused ratings, which a later Retry would otherwise send again.
      const replaced = await readRefusedRatings(engine.replica, course.id);
      await Promise.all(replaced.map(({ seq }) => engine.discard(seq)));
    } catch (error) {
      console.warn('A rating could not be saved on this device.', error);
      toast({ title: t`Error`, description: t`Your rating could not be saved.`, variant: 'destructive' });
    }
  };
  return (
    <Card className="p-5">
      <fieldset>
        <legend className="font-semibold">
          <Trans>Rate this course</Trans>
        </legend>
        <div className="-ms-2 mt-1.5 flex">
          {STARS.map((each) => (
            <StarChoice key={each} stars={each} given={stars ?? 0} choose={(chosen) => void rate(chosen)} />
          ))}
        </div>
      </fieldset>
      <p role="status" className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-2 text-ink-soft text-sm">
        {stars === null ? t`Tap a star: 1 is poor, 5 is excellent.` : t`Your rating: ${stars} of ${MOST_STARS}`}
        {waiting && (
          <span className="inline-flex items-center gap-1.5">
            <CloudUpload aria-hidden className="size-4 text-accent-text" />
            <Trans>Saved, not sent yet</Trans>
          </span>
        )}
      </p>
      {refusal?.kind === 'rating' && (
        <p role="alert" className="mt-1.5 rounded-md bg-danger-soft p-3 text-danger-text text-sm">
          <Plural
            value={refusal.body.stars}
            one="Your rating of # star was not accepted."
            other="Your rating of # stars was not accepted."
          />{' '}
          {refusal.lastError?.text}{' '}
          <Trans>
            Rate again, or see{' '}
            <Link to={paths.syncStatus()} className="-my-3 inline-flex min-h-touch items-center font-medium underline">
              Sync
            </Link>
            .
          </Trans>
        </p>
      )}
    </Card>
  );
}
