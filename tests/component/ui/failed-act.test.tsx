// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/client.ts';
import { adminClient } from '#app/api/query-client.ts';
import { fieldErrorOf, useApiMutation } from '#app/api/use-api-mutation.ts';
import { ConfirmDialog } from '#app/ui/confirm.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogForm } from '#app/ui/form/dialog-form.tsx';
import { Field } from '#app/ui/form/field.tsx';
import { ToastProvider } from '#app/ui/toast.tsx';

const refused = (message: string, field?: string) =>
  new ApiError(422, JSON.stringify({ error: message, message, code: 'validation_failed', field }), '');
let fail: (failure: unknown) => void;

/** A dialog with a form and a button that asks first; the act of either is under way until `fail`. */
function Page() {
  const [open, setOpen] = useState<'form' | 'question'>();
  const [name, setName] = useState('');
  const { run, isRunning, failure } = useApiMutation({
    send: (_: string) => new Promise<object>((_, reject) => (fail = reject)),
    errorToast: { title: 'Not Saved', sentence: 'Nothing was saved.' },
    fields: ['name'],
  });
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" onClick={() => setOpen('form')}>
        New
      </button>
      <button type="button" onClick={() => setOpen('question')}>
        Delete
      </button>
      {open === 'form' && (
        <Dialog open onOpenChange={close} title="New crew">
          <DialogForm onSubmit={() => run(name)} cancel={close} verb="Save" running="Saving..." isRunning={isRunning}>
            <Field
              label="Name"
              value={name}
              onChange={({ target }) => setName(target.value)}
              error={fieldErrorOf(failure, 'name')}
            />
          </DialogForm>
        </Dialog>
      )}
      {open === 'question' && (
        <ConfirmDialog title="Delete it?" text="All of it." action="Delete it" run={() => run('')} onClose={close} />
      )}
    </>
  );
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const notices = () => document.querySelectorAll('li').length;
const type = () => fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Night shift' } });

beforeEach(async () => {
  await import('#app/ui/toaster.tsx');
  render(
    <QueryClientProvider client={adminClient}>
      <ToastProvider>
        <Page />
      </ToastProvider>
    </QueryClientProvider>,
  );
});
afterEach(cleanup);

describe('an act that failed', () => {
  test('is told in the dialog in which it was run, which stays open with what was typed', async () => {
    await press('New');
    type();
    await press('Save');
    await act(async () => fail(refused('The roof is wet.')));
    const told = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(told.textContent).toBe('Not SavedThe roof is wet.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Night shift');
    expect(notices()).toBe(0);
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('is told beside the field that it names, and only there', async () => {
    await press('New');
    type();
    await press('Save');
    await act(async () => fail(refused('This name is taken.', 'name')));
    await screen.findByText('This name is taken.');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(notices()).toBe(0);
  });

  test('is told in the question that asked before it', async () => {
    await press('Delete');
    await press('Delete it');
    await act(async () => fail(refused('Someone is in it.')));
    await within(screen.getByRole('dialog')).findByText('Someone is in it.');
    expect(screen.getByRole('button', { name: 'Delete it' })).toHaveProperty('disabled', false);
  });

  test('is told in a toast once its dialog was closed', async () => {
    await press('New');
    type();
    await press('Save');
    await press('Cancel');
    await press('Discard');
    await act(async () => fail(refused('The roof is wet.')));
    await waitFor(() => expect(document.querySelector('li')?.textContent).toContain('The roof is wet.'), {
      timeout: 4000,
    });
  });
});
