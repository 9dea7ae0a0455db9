// Draws the landing page as markup for the server, which fills '/' with it: the same views that React draws in the browser.
import { renderToStaticMarkup } from 'react-dom/server';
import type { Landing } from '#sync/contract/landing.ts';
import { LandingView } from './catalog/landing-view.tsx';
import { Frame } from './frame.tsx';
import { VisitorSeat } from './person.tsx';
import { MemoryRouter } from './router.ts';

/** The frame with the landing page in it, and what it shows as JSON for the app that will take over. */
export function paintLanding(landing: Landing): string {
  const page = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/']}>
      <VisitorSeat>
        <Frame>
          <LandingView landing={landing} />
        </Frame>
      </VisitorSeat>
    </MemoryRouter>,
  );
  // Inside a script element only '<' could end it.
  const content = JSON.stringify(landing).replaceAll('<', '\\u003c');
  return `<div id="landing">${page}<script type="application/json">${content}</script></div>`;
}
