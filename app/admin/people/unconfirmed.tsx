// Who has signed up and never followed the link of the mail: they are in no list of people yet.
import { MailPlus } from 'lucide-react';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { actsColumn, DataTable, RowButton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';

type Unconfirmed = { id: string; email: string; createdAt: string };

/** The list with a button for each; draws nothing for an empty list, or where the server cannot know. */
export function UnconfirmedPeople() {
  const { data, error, refetch } = useApiQuery(server.admin.unconfirmed);
  const { run, isRunning } = useApiMutation({
    send: (id: string) => call(server.admin.unconfirmed[':id'].resend.$post(byId(id))),
    successToast: ({ message }) => ({ title: 'Email sent', description: message }),
    errorToast: { title: 'Email Not Sent', sentence: 'The email could not be sent again.' },
    invalidates: [pathOf(server.admin.unconfirmed)],
  });
  if (error) return <ApiErrorView title="Failed to fetch unconfirmed sign-ups" error={error} refetch={refetch} />;
  if (!data?.people || data.people.length === 0) return null;
  const columns: readonly Column<Unconfirmed>[] = [
    { key: 'email', title: 'Email', value: ({ email }) => email },
    { key: 'created', title: 'Signed Up', value: ({ createdAt }) => new Date(createdAt) },
    actsColumn(({ id, email }) => (
      <RowButton
        icon={MailPlus}
        aria-label={`Resend the email to ${email}`}
        disabled={isRunning}
        onClick={() => void run(id)}
      >
        Resend
      </RowButton>
    )),
  ];
  return (
    <section aria-labelledby="unconfirmed" className="flex flex-col gap-3">
      <h2 id="unconfirmed" className="font-semibold text-xl">
        Waiting for confirmation
      </h2>
      <p className="max-w-prose text-ink-soft">
        They have signed up but not confirmed their email address yet. They can sign in once they do.
      </p>
      <DataTable
        label="Waiting for confirmation"
        noun="sign-up"
        prefix="unconfirmed"
        rows={data.people}
        rowKey={({ id }) => id}
        columns={columns}
        empty={null}
      />
    </section>
  );
}
