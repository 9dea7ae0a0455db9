// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { adminClient } from '#app/api/query-client.ts';
import { useApiMutation } from '#app/api/use-api-mutation.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/form/dialog-form.tsx';
import { ToastProvider } from '#app/ui/toast.tsx';

const answers: ((answer: object) => void)[] = [];
const send = vi.fn((_: string) => new Promise<object>((resolve) => answers.push(resolve)));
const saved = vi.fn();

function Form({ title }: { title: string }) {
  const { run, isRunning } = useApiMutation({ send });
  const save = async () => {
    if (await run(title)) saved(title);
  };
  return (
    <Dialog open onOpenChange={() => {}} title="New">
      <DialogForm onSubmit={save} cancel={() => {}} verb="Create" running="Creating..." isRunning={isRunning}>
        <input aria-label="Title" defaultValue={title} />
      </DialogForm>
    </Dialog>
  );
}
const page = (title: string) => (
  <QueryClientProvider client={adminClient}>
    <ToastProvider>
      <Form title={title} />
    </ToastProvider>
  </QueryClientProvider>
);
const form = () => screen.getByLabelText('Title').closest('form') ?? document.createElement('form');

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  answers.length = 0;
});

test('[M10] a double click, or Enter pressed twice, sends a form once, and it can be sent again afterwards', async () => {
  render(page('One'));
  await act(async () => {
    fireEvent.submit(form());
    fireEvent.submit(form());
  });
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => answers[0]?.({}));
  expect(saved).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy());
  await act(async () => void fireEvent.submit(form()));
  expect(send).toHaveBeenCalledTimes(2);
});

test('[H9] a dialog begins in its first field', async () => {
  render(page('One'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
});
