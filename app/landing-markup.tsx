// The visitor's landing page as the build writes it into landing.html: what it says before the app or any course is there.
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingView } from './catalog/landing-view.tsx';
import { Frame } from './frame.tsx';
import { VisitorSeat } from './person.tsx';
import { MemoryRouter } from './router.ts';

export const landingMarkup = (): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/']}>
      <VisitorSeat>
        <Frame>
          <LandingView landing={undefined} />
        </Frame>
      </VisitorSeat>
    </MemoryRouter>,
  );
