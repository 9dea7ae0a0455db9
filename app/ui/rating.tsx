import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Star } from 'lucide-react';
import { locale } from './language.ts';

const STARS = [1, 2, 3, 4, 5];

/** Five stars, as many filled as the floor of the rating, and '4.5 (12)'; 'New' before the first review. */
export function Rating({ value, count }: { value: number; count: number }) {
  const filled = Math.floor(value);
  const rating = value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (count === 0)
    return (
      <span className="text-ink-soft text-sm">
        <Trans>New</Trans>
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1.5">
      <span role="img" aria-label={t`Rated ${rating} out of 5`} className="inline-flex gap-0.5">
        {STARS.map((star) => (
          <Star
            key={star}
            aria-hidden
            data-filled={star <= filled}
            className={`size-4 ${star <= filled ? 'fill-accent-text text-accent-text' : 'text-line-strong'}`}
          />
        ))}
      </span>
      <span className="text-ink-soft text-sm">
        {rating} ({count.toLocaleString(locale)})
      </span>
    </span>
  );
}
