// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { QuestionDialog } from '#app/admin/quizzes/question-dialog.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { ConfirmProvider } from '#app/ui/confirm.tsx';
import { answer, aSession, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(async () => {
  vi.unstubAllGlobals();
  adminClient.clear();
  await opened.close();
});

async function open() {
  await seatLena();
  const told = 'This question is asked already.';
  stubNetwork(() => answer(200, aSession()), {
    'POST /api/admin/lessons/7/quiz/questions': () =>
      answer(400, { error: told, message: told, code: 'validation_failed', field: 'questionText' }),
  });
  const dialog = (
    <QueryClientProvider client={adminClient}>
      <ConfirmProvider>
        <QuestionDialog
          lesson={{ id: 7, courseId: 1 }}
          question={undefined}
          refetch={() => undefined}
          onClose={() => undefined}
        />
      </ConfirmProvider>
    </QueryClientProvider>
  );
  opened = await openOnDevice({ at: '/admin', path: '/admin', screen: dialog });
  await screen.findByLabelText('Question');
  return told;
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create Question' }));

test('what is wrong with a question is said at its field, until that is changed', async () => {
  const told = await open();
  fill('Question', 'How high?');
  create();
  const answers = screen.getByRole('group', { name: 'Answers' });
  const described = () => document.getElementById(answers.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(described()).toBe('Please mark at least one answer as correct.');
  fill('Answer 1', '3 m');
  fill('Answer 2', '4 m');
  fireEvent.click(screen.getByLabelText('Answer 1 is correct'));
  expect(described()).toBeUndefined();
  create();
  await waitFor(() => expect(screen.getByLabelText('Question').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(told), 'and nowhere else').toHaveLength(1);
  fill('Question', 'How high is it?');
  expect(screen.queryByText(told)).toBeNull();
});
