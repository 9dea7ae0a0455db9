import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = t`Groundwork recovery codes. Each works once.\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p>
        <Trans>
          Lost your phone? A recovery code lets you in. Each works once. <strong>They are shown only now</strong>: keep
          them where you keep passwords, not on the same phone.
        </Trans>
      </p>
      <ul
        aria-label={t`Recovery codes`}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md bg-sunken p-4 font-mono min-[30rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton label={t`Copy`} text={text} noun={t`Recovery codes`} />
        <Button
          variant="secondary"
          icon={Download}
          onClick={() => saveFile('groundwork-recovery-codes.txt', text, 'text/plain')}
        >
          <Trans>Download</Trans>
        </Button>
      </div>
      <Button size="big" onClick={onSaved}>
        <Trans>I saved my codes</Trans>
      </Button>
    </>
  );
}
