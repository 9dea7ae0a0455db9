import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { readDraft } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** What was written for a lesson that is gone; nothing where this device has none. */
export function KeptReflection({ lessonId }: { lessonId: number }) {
  const { replica } = useEngine();
  const draft = useLiveQuery(() => readDraft(replica, lessonId), [replica, lessonId]);
  if (!draft?.reflection?.trim()) return null;
  return (
    <section
      aria-label={t`Your reflection`}
      className="mx-auto mt-4 flex w-full max-w-prose flex-col items-start gap-3 px-4"
    >
      <h2 className="font-semibold text-lg">
        <Trans>You wrote this before the lesson was gone</Trans>
      </h2>
      <p className="wrap-anywhere w-full whitespace-pre-wrap rounded-md bg-sunken p-4">{draft.reflection}</p>
      <CopyButton text={draft.reflection} label={t`Copy my text`} noun={t`Your text`} />
    </section>
  );
}
