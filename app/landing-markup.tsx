// The visitor's landing page as the build writes it into landing.html: what it says before the app or any course is there.
import { renderToStaticMarkup } from 'react-dom/server';
import { VisitorProvider } from './device/active-user.tsx';
import { LandingView } from './learn/home/landing-view.tsx';
import { Frame } from './shell/frame.tsx';
import { MemoryRouter } from './ui/router.ts';

export const landingMarkup = (): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/']}>
      <VisitorProvider>
        <Frame>
          <LandingView landing={undefined} />
        </Frame>
      </VisitorProvider>
    </MemoryRouter>,
  );
