// What is painted before any script has run: the landing page, and the frame of the sign-in and invitation pages.
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { AccountSkeleton } from './account/account-skeleton.tsx';
import { VisitorProvider } from './device/active-user.tsx';
import { LandingView } from './learn/home/landing-view.tsx';
import { paths } from './paths.ts';
import { Frame } from './shell/frame.tsx';
import { MemoryRouter } from './ui/router.ts';
import { ToastProvider } from './ui/toast.tsx';

const markup = (address: string, page: ReactElement): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <VisitorProvider>
        <ToastProvider>
          <Frame>{page}</Frame>
        </ToastProvider>
      </VisitorProvider>
    </MemoryRouter>,
  );

export const landingMarkup = () => markup(paths.home(), <LandingView landing={undefined} />);
export const accountMarkup = () => markup(paths.auth(), <AccountSkeleton />);
