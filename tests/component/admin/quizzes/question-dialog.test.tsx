// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QuestionDialog } from '#app/admin/quizzes/question-dialog.tsx';
import { openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer } from '#tests/fixtures/auth-service.ts';

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Create Question' }));

test('what is wrong with a question is said at its field, until that is changed', async () => {
  const told = 'This question is asked already.';
  const nothing = () => undefined;
  await openForAdmin(
    <QuestionDialog lesson={{ id: 7, courseId: 1 }} question={undefined} refetch={nothing} onClose={nothing} />,
    {
      'POST /api/admin/lessons/7/quiz/questions': () =>
        answer(400, { error: told, message: told, code: 'validation_failed', field: 'questionText' }),
    },
  );
  await screen.findByLabelText('Question');
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
