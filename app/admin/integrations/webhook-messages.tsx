// What became of the messages of a webhook, newest first.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import type { WebhookMessageState, WebhookRow } from '#sync/contract/webhook.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiPages } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeletons } from '../../ui/skeleton.tsx';
import { Sent } from './parts.tsx';

const endpoint = server.admin.webhooks[':id'].messages;

const STATES: Record<WebhookMessageState, readonly [string, 'complete' | 'neutral' | 'danger']> = {
  delivered: [t`Delivered`, 'complete'],
  waiting: [t`Waiting`, 'neutral'],
  failed: [t`Given up`, 'danger'],
};

export function WebhookMessages({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const { pages, error, refetch, more, isLoadingMore } = useApiPages(endpoint, {
    ...byId(webhook.id),
    query: { limit: '20' },
  });
  const invalidates = [pathOf(endpoint, byId(webhook.id))];
  const again = useApiMutation({
    send: (messageId: string) => call(endpoint[':messageId'].resend.$post({ param: { id: webhook.id, messageId } })),
    successToast: ({ message }) => ({ title: t`Sending Again`, description: message }),
    errorToast: { title: t`Not Sent Again`, sentence: t`The message could not be sent again.` },
    invalidates,
  });
  const messages = pages?.flatMap((page) => page.messages);
  return (
    <Dialog open onOpenChange={onClose} title={t`Messages to ${new URL(webhook.url).host}`}>
      <Button variant="secondary" icon={RefreshCw} onClick={() => void refresh(invalidates)} className="self-start">
        <Trans>Look again</Trans>
      </Button>
      {error && <ApiErrorView title={t`Failed to fetch messages`} error={error} refetch={refetch} />}
      {!messages && !error && <Skeletons label={t`Loading messages`} heights={['h-40']} />}
      {messages?.length === 0 && (
        <p className="text-ink-soft">
          <Trans>Nothing was sent yet. Send a test to see that messages arrive.</Trans>
        </p>
      )}
      {messages && messages.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {messages.map((message) => (
            <Sent
              key={message.id}
              sent={message}
              mark={<Badge tone={STATES[message.state][1]}>{STATES[message.state][0]}</Badge>}
              note={
                message.attempts === 0
                  ? t`not tried yet`
                  : plural(message.attempts, { one: '# attempt', other: '# attempts' })
              }
              onAgain={() => void again.run(message.id)}
            />
          ))}
        </ul>
      )}
      {more && (
        <Button variant="secondary" disabled={isLoadingMore} onClick={more}>
          {isLoadingMore ? t`Loading...` : t`Show older messages`}
        </Button>
      )}
    </Dialog>
  );
}
