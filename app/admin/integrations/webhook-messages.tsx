// What became of the messages of a webhook, newest first.
import { RefreshCw } from 'lucide-react';
import type { WebhookMessageRow, WebhookMessageState, WebhookRow } from '#sync/contract/webhook.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiPages } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { agoWords, counted } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const endpoint = server.admin.webhooks[':id'].messages;

const STATES: Record<WebhookMessageState, readonly [string, 'complete' | 'neutral' | 'danger']> = {
  delivered: ['Delivered', 'complete'],
  waiting: ['Waiting', 'neutral'],
  failed: ['Given up', 'danger'],
};

export function WebhookMessages({ webhook, onClose }: { webhook: WebhookRow; onClose: () => void }) {
  const { pages, error, refetch, more, isLoadingMore } = useApiPages(endpoint, {
    ...byId(webhook.id),
    query: { limit: '20' },
  });
  const path = pathOf(endpoint, byId(webhook.id));
  const again = useApiMutation({
    send: (messageId: string) => call(endpoint[':messageId'].resend.$post({ param: { id: webhook.id, messageId } })),
    successToast: ({ message }) => ({ title: 'Sending Again', description: message }),
    errorToast: { title: 'Not Sent Again', sentence: 'The message could not be sent again.' },
    invalidates: [path],
  });
  const look = useApiMutation({ send: async () => ({}), invalidates: [path] });
  const messages = pages?.flatMap((page) => page.messages);
  return (
    <Dialog open onOpenChange={onClose} title={`Messages to ${new URL(webhook.url).host}`}>
      <Button variant="secondary" icon={RefreshCw} onClick={() => void look.run()} className="self-start">
        Look again
      </Button>
      {error && <ApiErrorView title="Failed to fetch messages" error={error} refetch={refetch} />}
      {!messages && !error && (
        <div role="status" aria-label="Loading messages">
          <Skeleton className="h-40" />
        </div>
      )}
      {messages?.length === 0 && (
        <p className="text-ink-soft">Nothing was sent yet. Send a test to see that messages arrive.</p>
      )}
      {messages && messages.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {messages.map((message) => (
            <Message key={message.id} message={message} onAgain={() => void again.run(message.id)} />
          ))}
        </ul>
      )}
      {more && (
        <Button variant="secondary" disabled={isLoadingMore} onClick={more}>
          {isLoadingMore ? 'Loading...' : 'Show older messages'}
        </Button>
      )}
    </Dialog>
  );
}

function Message({ message, onAgain }: { message: WebhookMessageRow; onAgain: () => void }) {
  const { type, about, state, attempts, createdAt, outcome } = message;
  const [word, tone] = STATES[state];
  const tried = attempts === 0 ? 'not tried yet' : counted(attempts, 'attempt');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-sm">{type}</span>
          <Badge tone={tone}>{word}</Badge>
        </span>
        {about && <span>{about}</span>}
        <span className="text-ink-soft text-sm">
          {agoWords(createdAt)}, {tried}
          {outcome && `, ${outcome}`}
        </span>
      </span>
      <Button variant="secondary" aria-label={`Send ${type} again`} onClick={onAgain}>
        Send again
      </Button>
    </li>
  );
}
