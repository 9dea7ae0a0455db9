// The learning record store of the installation, and the statements that it refused; for super admins.
import { Database, RefreshCw } from 'lucide-react';
import type { StatementRow, StatementsAnswer } from '#sync/contract/statement.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiPages } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { agoWords, counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';

const endpoint = server.admin.statements;
const invalidates = [pathOf(endpoint)];

export function RecordStore() {
  const { pages, error, refetch, more, isLoadingMore } = useApiPages(endpoint, { query: { limit: '20' } });
  const again = useApiMutation({
    send: (id: string) => call(endpoint[':id'].resend.$post(byId(id))),
    successToast: ({ message }) => ({ title: 'Sending Again', description: message }),
    errorToast: { title: 'Not Sent Again', sentence: 'The statement could not be sent again.' },
    invalidates,
  });
  const look = useApiMutation({ send: async () => ({}), invalidates });
  const [first] = pages ?? [];
  const refused = pages?.flatMap((page) => page.refused) ?? [];
  return (
    <section aria-labelledby="record-store" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-prose">
          <h2 id="record-store" className="font-semibold text-xl">
            Learning record store
          </h2>
          <p className="text-ink-soft">
            It receives an xAPI statement when someone enrolls, completes a lesson or course, takes a quiz or earns a
            certificate. Names and email addresses are not sent.
          </p>
        </div>
        {first?.store && (
          <Button variant="secondary" icon={RefreshCw} onClick={() => void look.run()}>
            Refresh
          </Button>
        )}
      </div>
      {error && <ApiErrorView title="Failed to fetch the record store" error={error} refetch={refetch} />}
      {!first && !error && (
        <div role="status" aria-label="Loading the record store">
          <Skeleton className="h-40" />
        </div>
      )}
      {first && !first.store && (
        <EmptyState icon={Database} title="No record store connected" level={3}>
          Your server's operator connects one with the settings XAPI_ENDPOINT, XAPI_KEY and XAPI_SECRET.
        </EmptyState>
      )}
      {first?.store && (
        <>
          <p>
            <span className="break-all font-semibold">{first.store}</span>
            <br />
            {stateWords(first)}
          </p>
          <h3 className="font-semibold text-lg">Refused statements</h3>
          {refused.length === 0 && <p className="text-ink-soft">None. The store accepted everything it received.</p>}
        </>
      )}
      {refused.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {refused.map((statement) => (
            <Refused key={statement.id} statement={statement} onAgain={() => void again.run(statement.id)} />
          ))}
        </ul>
      )}
      {more && (
        <Button variant="secondary" disabled={isLoadingMore} onClick={more} className="self-start">
          {isLoadingMore ? 'Loading...' : 'Show older ones'}
        </Button>
      )}
    </section>
  );
}

function stateWords({ waiting, waitingSince, outcome, lastDeliveredAt }: StatementsAnswer): string {
  const last = lastDeliveredAt && `Last delivery ${agoWords(lastDeliveredAt)}.`;
  if (!waitingSince) return last ?? 'Nothing sent yet.';
  const words = `${counted(waiting, 'statement')} waiting. Oldest: ${agoWords(waitingSince)}.`;
  return [words, outcome && `Last answer: ${outcome}.`, last].filter(Boolean).join(' ');
}

function Refused({ statement, onAgain }: { statement: StatementRow; onAgain: () => void }) {
  const { type, about, createdAt, outcome } = statement;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex min-w-0 flex-col gap-1">
        <span className="font-mono text-sm">{type}</span>
        <span>{about}</span>
        <span className="break-words text-ink-soft text-sm">
          {agoWords(createdAt)}, {outcome}
        </span>
      </span>
      <Button variant="secondary" aria-label={`Send ${type} again`} onClick={onAgain}>
        Send again
      </Button>
    </li>
  );
}
