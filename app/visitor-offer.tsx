// Where a visitor's progress is offered to the person who signed in (Y2): over every page but those that see a sign-in
// through, and on the sync status. The offer itself comes after the first paint.
import { lazy, Suspense } from 'react';
import { paths } from './paths.ts';
import { usePerson } from './person.tsx';
import { useLocation } from './router.ts';
import { loadPatiently, useLater } from './ui/later.ts';

const Offer = lazy(() =>
  loadPatiently(() => import('./visitor-work/offer.tsx').then((module) => ({ default: module.Offer }))),
);

const SIGN_IN_PAGES = [paths.auth(), paths.invite(), paths.setupProfile()];

/** Once for the whole app, beside the pages. */
export function FloatingVisitorOffer() {
  const { state, userId } = usePerson();
  const { pathname } = useLocation();
  const isLater = useLater();
  const isElsewhere = pathname === paths.syncStatus() || SIGN_IN_PAGES.some((page) => pathname.startsWith(page));
  if (!isLater || state !== 'known' || isElsewhere) return null;
  return (
    <Suspense>
      <Offer key={userId} look="floating" />
    </Suspense>
  );
}

/** In the sync status, also for somebody who wants to be asked later. */
export function VisitorOfferInPage() {
  const { state } = usePerson();
  if (state !== 'known') return null;
  return (
    <Suspense>
      <Offer look="inPage" />
    </Suspense>
  );
}
