// Where a visitor's progress is offered to the person who signed in (Y2): over every page but those that see a sign-in
// through, and on the sync status.

import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { useLocation } from '../../ui/router.ts';
import { Offer } from './visitor-work-offer.tsx';

const SIGN_IN_PAGES = [paths.auth(), paths.invite(), paths.setupProfile()];

/** Once for the whole app, beside the pages. */
export function FloatingVisitorOffer() {
  const { state, userId } = useActiveUser();
  const { pathname } = useLocation();
  const isElsewhere = pathname === paths.syncStatus() || SIGN_IN_PAGES.some((page) => pathname.startsWith(page));
  if (state !== 'known' || isElsewhere) return null;
  return <Offer key={userId} look="floating" />;
}

/** In the sync status, also for somebody who wants to be asked later. */
export function VisitorOfferInPage() {
  const { state } = useActiveUser();
  if (state !== 'known') return null;
  return <Offer look="inPage" />;
}
