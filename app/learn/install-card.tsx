// The way to an installed app: the browser's own question, or its menu in words, for iPhone and iPad with pictures.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type InstallWay, isIpad, isKeptForSevenDays, useInstall } from '../device/install.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';

const BY_MENU: Record<Exclude<InstallWay, 'prompt' | 'ios'>, string> = {
  mac: t`In Safari, choose File, then Add to Dock.`,
  firefox: t`In Firefox, open the menu and choose Add app to Home screen.`,
};

/** Offers to install the app; draws nothing where it is installed or cannot be. */
export function InstallCard() {
  const { way, prompt } = useInstall();
  if (!way) return null;
  return (
    <Card className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="flex min-w-0 grow basis-64 items-center gap-3">
        <Smartphone aria-hidden className="size-6 shrink-0 text-accent-text" />
        <div>
          <h2 className="font-semibold">
            <Trans>Install Groundwork</Trans>
          </h2>
          <p className="text-ink-soft">
            <Trans>It opens like any other app, also offline, and keeps downloads and unsent work safer.</Trans>
            {way in BY_MENU && ` ${BY_MENU[way as keyof typeof BY_MENU]}`}
          </p>
        </div>
      </div>
      {way === 'prompt' && (
        <Button icon={Download} variant="secondary" onClick={prompt}>
          <Trans>Install</Trans>
        </Button>
      )}
      {way === 'ios' && <IosGuide />}
    </Card>
  );
}

/** Where unsent work is, in Safari: how long the browser keeps it, and what keeps it longer. */
export function SevenDays({ isVisitor }: { isVisitor: boolean }) {
  const { way } = useInstall();
  if (!isKeptForSevenDays()) return null;
  return (
    <div className="mt-4 space-y-3 rounded-lg bg-sunken p-4">
      <p>
        <strong>{isVisitor ? t`Sign in within seven days.` : t`Send this work within seven days.`}</strong>{' '}
        <Trans>Safari deletes what a website has stored when you don't open it for that long.</Trans>
        {way && (
          <>
            {' '}
            {isVisitor
              ? t`An installed app has no such limit, but starts empty: sign in first.`
              : t`An installed app has no such limit, but starts empty: send this work first.`}
          </>
        )}
      </p>
      {way === 'ios' && <IosGuide />}
      {way === 'mac' && <p>{BY_MENU.mac}</p>}
    </div>
  );
}

function IosGuide() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Trans>Show me how</Trans>
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t`Add Groundwork to your Home Screen`}>
        <ol className="space-y-5">
          <Step number={1} picture={isIpad() ? <ShareAtTop /> : <ShareButton />}>
            {isIpad() ? (
              <Trans>
                Tap <strong>Share</strong>, at the top right. In some browsers it is in the menu.
              </Trans>
            ) : (
              <Trans>
                Tap <strong>Share</strong>, at the bottom. In some browsers it is in the menu.
              </Trans>
            )}
          </Step>
          <Step number={2} picture={<ShareSheet />}>
            <Trans>
              Scroll down and tap <strong>Add to Home Screen</strong>.
            </Trans>
          </Step>
          <Step number={3} picture={<HomeScreen />}>
            <Trans>
              Tap <strong>Add</strong>. Open Groundwork from its icon and sign in once more.
            </Trans>
          </Step>
        </ol>
        <Button onClick={() => setIsOpen(false)}>
          <Trans>Done</Trans>
        </Button>
      </Dialog>
    </>
  );
}

function Step({ number, picture, children }: { number: number; picture: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <svg
        aria-hidden="true"
        viewBox="0 0 120 90"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="w-30 shrink-0 rounded-md border border-line bg-canvas fill-none stroke-ink-soft"
      >
        {picture}
      </svg>
      <p>
        <span className="text-ink-soft">{number}. </span>
        {children}
      </p>
    </li>
  );
}

/** A box with an arrow that leaves it upwards, as iOS draws it. */
const ShareSign = ({ x, y }: { x: number; y: number }) => (
  <path
    transform={`translate(${x} ${y})`}
    d="M-4 -3h-4v14h16v-14h-4M0 5v-16M-5 -6l5 -5l5 5"
    className="stroke-accent-text"
    strokeWidth="2.5"
  />
);

const ShareButton = () => (
  <>
    <path d="M20 90V14a8 8 0 0 1 8-8h64a8 8 0 0 1 8 8v76M20 58h80" />
    <path d="M30 20h60M30 30h44M30 40h52" className="stroke-line" strokeWidth="4" />
    <path d="M34 70l-5 5l5 5M86 66v16l-5-4l-5 4V66z" />
    <circle cx="58" cy="74" r="14" className="fill-accent-soft stroke-accent" />
    <ShareSign x={58} y={75} />
  </>
);

const ShareAtTop = () => (
  <>
    <path d="M10 90V14a8 8 0 0 1 8-8h84a8 8 0 0 1 8 8v76M10 40h100" />
    <path d="M22 54h76M22 64h56M22 74h68" className="stroke-line" strokeWidth="4" />
    <path d="M25 18l-5 5l5 5M36 23h28" />
    <circle cx="88" cy="23" r="14" className="fill-accent-soft stroke-accent" />
    <ShareSign x={88} y={24} />
  </>
);

const ShareSheet = () => (
  <>
    <path d="M12 90V24a10 10 0 0 1 10-10h76a10 10 0 0 1 10 10v66" className="fill-surface" />
    <path d="M24 26h40M24 74h44" className="stroke-line" strokeWidth="4" />
    <rect x="18" y="38" width="84" height="24" rx="6" className="fill-accent-soft stroke-accent" />
    <path d="M26 50h38" className="stroke-accent-text" strokeWidth="4" />
    <rect x="80" y="43" width="14" height="14" rx="3" className="stroke-accent-text" />
    <path d="M87 46.5v7M83.5 50h7" className="stroke-accent-text" />
    <path d="M86 70v8M82 74h8" />
  </>
);

const HomeScreen = () => (
  <>
    <path d="M20 90V14a8 8 0 0 1 8-8h64a8 8 0 0 1 8 8v76" />
    {[34, 60, 86].map((x) => (
      <rect key={x} x={x - 9} y="18" width="18" height="18" rx="5" className="fill-sunken stroke-none" />
    ))}
    <rect x="25" y="46" width="18" height="18" rx="5" className="fill-sunken stroke-none" />
    <rect x="48" y="43" width="24" height="24" rx="7" className="fill-accent stroke-none" />
    <path d="M64 50a5.5 5.5 0 1 0 1.5 4H60M54 62h12" className="stroke-accent-ink" />
    <path d="M50 75h20" className="stroke-accent-text" strokeWidth="3" />
  </>
);
