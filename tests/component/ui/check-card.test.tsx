// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CheckFaultsShown, CheckHeard } from '#app/ui/check-heard.ts';
import { Markdown } from '#app/ui/markdown.tsx';
import type { Check } from '#sync/contract/check-block.ts';

afterEach(cleanup);

const fence = (inside: string) => `Before.\n\n\`\`\`check\n${inside}\n\`\`\`\n\nAfter.`;

const draw = async (inside: string) => {
  const hear = vi.fn(async (_check: Check, _isRight: boolean) => undefined);
  render(
    <CheckHeard value={hear}>
      <Markdown>{fence(inside)}</Markdown>
    </CheckHeard>,
  );
  const card = await screen.findByRole('form');
  return { card, heard: () => hear.mock.calls.map(([, isRight]) => isRight) };
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a check in a text', () => {
  test('is answered at once, and as often as one likes', async () => {
    const { card, heard } = await draw('On a flat roof?\n( ) Nothing\n(x) Lifeline\nWhy: it catches a fall.');
    expect(card.getAttribute('aria-labelledby')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check answer' }).disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('Nothing'));
    press('Check answer');
    expect(screen.getByRole('status').textContent).toBe('Not right yet.');
    expect(screen.queryByText('it catches a fall.')).toBeNull();
    fireEvent.click(screen.getByLabelText('Lifeline'));
    press('Check answer');
    expect(screen.getByRole('status').textContent).toBe('Right.it catches a fall.');
    expect(heard()).toEqual([false, true]);
    press('Answer again');
    expect(screen.getByLabelText<HTMLInputElement>('Lifeline').checked).toBe(false);
  });

  test('shows the answer to whoever asks, and then takes no other', async () => {
    await draw('What do you carry?\n[x] Helmet\n[ ] Radio\n[x] Rope');
    fireEvent.click(screen.getByLabelText('Radio'));
    press('Check answer');
    press('Show the answer');
    expect(screen.getByRole('status').textContent).toBe('The right answerHelmetRope');
    expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(true);
  });

  test('takes a number as it is written in either half of the world', async () => {
    const { heard } = await draw('How much?\n= 4.5 ± 0.1 bar');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '4,6' } });
    press('Check answer');
    expect(heard()).toEqual([true]);
  });

  test('has steps that are moved by buttons', async () => {
    const { heard } = await draw('In which order?\n1. Lock\n2. Tag\n3. Try');
    const steps = () => screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(steps()).toEqual(['1.Tag', '2.Lock', '3.Try']);
    press('Check answer');
    press('Move up: Lock');
    expect(steps()).toEqual(['1.Lock', '2.Tag', '3.Try']);
    press('Check answer');
    expect(heard()).toEqual([false, true]);
  });

  test('that is none is shown as written, and says why to its author alone', async () => {
    const { unmount } = render(<Markdown>{fence('What?\n( ) A\n( ) B')}</Markdown>);
    expect(await screen.findByText(/\( \) A/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    unmount();
    render(
      <CheckFaultsShown value={true}>
        <Markdown>{fence('What?\n( ) A\n( ) B')}</Markdown>
      </CheckFaultsShown>,
    );
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No answer of this check is marked as right. Write an x into its brackets.',
    );
  });
});
