// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { InstallCard, SevenDays } from '#app/learn/install-card.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const on = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('nothing promises an installed app where the browser has none, nor inside one', () => {
  render(<InstallCard />);
  expect(screen.queryByText('Install Groundwork')).toBeNull();
  cleanup();
  on(IPHONE);
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query === '(display-mode: standalone)' ? 'all' : query),
  );
  render(<InstallCard />);
  expect(screen.queryByText('Install Groundwork')).toBeNull();
});

test('where the browser offers it, one tap asks, once', async () => {
  render(<InstallCard />);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => {}),
  });
  window.dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Install' }));
  expect(offer.prompt).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
});

test('an iPhone is shown the three steps in pictures', () => {
  on(IPHONE);
  render(<InstallCard />);
  fireEvent.click(screen.getByRole('button', { name: 'Show me how' }));
  const dialog = screen.getByRole('dialog', { name: 'Add Groundwork to your Home Screen' });
  expect(dialog.querySelectorAll('li svg')).toHaveLength(3);
  expect(dialog.textContent).toContain('Tap Share, at the bottom.');
});

test('an iPad, which says that it is a Mac, is shown Share where it has it', () => {
  on(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  );
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
  render(<InstallCard />);
  fireEvent.click(screen.getByRole('button', { name: 'Show me how' }));
  expect(screen.getByRole('dialog').textContent).toContain('Tap Share, at the top right.');
});

test('in Safari unsent work has seven days, and the page says so', () => {
  render(<SevenDays isVisitor={false} />);
  expect(screen.queryByText(/seven days/)).toBeNull();
  cleanup();
  on(IPHONE);
  render(<SevenDays isVisitor={false} />);
  expect(screen.getByText('Send this work within seven days.')).toBeTruthy();
  cleanup();
  render(<SevenDays isVisitor />);
  expect(screen.getByText('Sign in within seven days.')).toBeTruthy();
  expect(screen.queryByText(/send this work/i)).toBeNull();
});
