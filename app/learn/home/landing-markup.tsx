// The visitor's landing page as the build writes it into landing.html, shown before the app or any course has loaded.
import { renderToStaticMarkup } from 'react-dom/server';
import { VisitorProvider } from '../../device/active-user.tsx';
import { Frame } from '../../shell/frame.tsx';
import { MemoryRouter } from '../../ui/router.ts';
import { LandingView } from './landing-view.tsx';

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
