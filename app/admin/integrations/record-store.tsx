// The learning record store of the installation, and the statements that it refused; for super admins.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Database, RefreshCw } from 'lucide-react';
import type { StatementsAnswer } from '#sync/contract/statement.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiPages } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { agoWords } from '../../ui/labels.ts';
import { Skeletons } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { Part, Sent } from './parts.tsx';

const endpoint = server.admin.statements;
const invalidates = [pathOf(endpoint)];

export function RecordStore() {
  const { pages, error, refetch, more, isLoadingMore } = useApiPages(endpoint, { query: { limit: '20' } });
  const again = useApiMutation({
    send: (id: string) => call(endpoint[':id'].resend.$post(byId(id))),
    successToast: ({ message }) => ({ title: t`Sending Again`, description: message }),
    errorToast: { title: t`Not Sent Again`, sentence: t`The statement could not be sent again.` },
    invalidates,
  });
  const [first] = pages ?? [];
  const refused = pages?.flatMap((page) => page.refused) ?? [];
  return (
    <Part
      title={t`Learning record store`}
      about={t`It receives an xAPI statement when someone enrolls, completes a lesson or course, takes a quiz or earns a certificate. Names and email addresses are not sent.`}
      act={
        first?.store && (
          <Button variant="secondary" icon={RefreshCw} onClick={() => void refresh(invalidates)}>
            <Trans>Refresh</Trans>
          </Button>
        )
      }
    >
      {error && <ApiErrorView title={t`Failed to fetch the record store`} error={error} refetch={refetch} />}
      {!first && !error && <Skeletons label={t`Loading the record store`} heights={['h-40']} />}
      {first && !first.store && (
        <EmptyState icon={Database} title={t`No record store connected`} level={3}>
          <Trans>Your server's operator connects one with the settings XAPI_ENDPOINT, XAPI_KEY and XAPI_SECRET.</Trans>
        </EmptyState>
      )}
      {first?.store && (
        <>
          <p>
            <span className="break-all font-semibold">{first.store}</span>
            <br />
            {stateWords(first)}
          </p>
          <h3 className="font-semibold text-lg">
            <Trans>Refused statements</Trans>
          </h3>
          {refused.length === 0 && (
            <p className="text-ink-soft">
              <Trans>None. The store accepted everything it received.</Trans>
            </p>
          )}
        </>
      )}
      {refused.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {refused.map((statement) => (
            <Sent key={statement.id} sent={statement} onAgain={() => void again.run(statement.id)} />
          ))}
        </ul>
      )}
      {more && (
        <Button variant="secondary" disabled={isLoadingMore} onClick={more} className="self-start">
          {isLoadingMore ? t`Loading...` : t`Show older ones`}
        </Button>
      )}
    </Part>
  );
}

function stateWords({ waiting, waitingSince, outcome, lastDeliveredAt }: StatementsAnswer): string {
  const last = lastDeliveredAt && t`Last delivery ${agoWords(lastDeliveredAt)}.`;
  if (!waitingSince) return last ?? t`Nothing sent yet.`;
  const ago = agoWords(waitingSince);
  const words = plural(waiting, {
    one: `# statement waiting. Oldest: ${ago}.`,
    other: `# statements waiting. Oldest: ${ago}.`,
  });
  return [words, outcome && t`Last answer: ${outcome}.`, last].filter(Boolean).join(' ');
}
