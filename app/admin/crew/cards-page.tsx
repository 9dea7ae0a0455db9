// /admin/people/cards: new sign-in cards for people who were chosen in a list or on their page.
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/labels.ts';
import { useLocation } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { Cards, useCards } from './cards.tsx';
import { type CrewPlace, crewPage } from './crew-place.tsx';

/** Whom the cards are for, in the state of the address: a reload asks again before it makes others. */
type CardsFor = { people: { id: string; name: string }[] };

const REASONS = [
  [false, 'For a first or another device', 'Where they are signed in now they stay so.'],
  [
    true,
    'A card or a device was lost',
    'All their sign-ins end, and their password does. Work that was not sent stays on their device.',
  ],
] as const;

export const CardsPage = crewPage(function NewCards({ organization, back }: CrewPlace) {
  const { people = [] } = (useLocation().state ?? {}) as Partial<CardsFor>;
  const [isLost, setLost] = useState(false);
  const { made, make } = useCards(organization.id);
  const ids = people.map(({ id }) => id);
  return (
    <AdminFrame
      title={people.length === 1 ? `New card for ${people[0]?.name}` : 'New cards'}
      back={back}
      whose={organization.name}
    >
      {made ? (
        <Cards made={made} wanted={ids.length} organization={organization} back={back.to} />
      ) : people.length === 0 ? (
        <EmptyState title="No one is chosen" action={<Button to={back.to}>Go to People</Button>}>
          Choose people without an email address in the list, then 'New cards'.
        </EmptyState>
      ) : (
        <form
          className="flex max-w-prose flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void make(ids, isLost);
          }}
        >
          <p>
            Each card works once, for 30 days. It takes the place of the card that{' '}
            {people.length === 1 ? 'this person has' : 'they have'}.
          </p>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-semibold">Why?</legend>
            {REASONS.map(([value, label, hint]) => (
              <label
                key={label}
                className="flex min-h-touch cursor-pointer items-start gap-3 rounded-md border border-line bg-surface p-3 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="reason"
                  className="mt-1 size-5 accent-(--accent)"
                  checked={isLost === value}
                  onChange={() => setLost(value)}
                />
                <span>
                  <span className="block font-medium">{label}</span>
                  <span className="block text-ink-soft text-sm">{hint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="big" icon={IdCard}>
              Make {counted(people.length, 'card')}
            </Button>
            <Button size="big" variant="secondary" to={back.to}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </AdminFrame>
  );
});
