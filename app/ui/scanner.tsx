// Reads a QR code by the camera of this device.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { codeReader } from './read-code.ts';

const LOOK_EVERY_MS = 200;
/** The code that was just judged is still before the camera. */
const SAME_CODE_MS = 3_000;

type CameraState = 'off' | 'starting' | 'on' | 'refused';

type ScannerProps = {
  isPaused: boolean;
  /** The sentence where the camera can't be used. */
  refused: string;
  onCode: (text: string) => void;
};

/** The camera, once it is started, and the text of each code that it sees. */
export function Scanner({ isPaused, refused, onCode }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<CameraState>('off');
  const stop = useRef<() => void>(undefined);
  const lastText = useRef('');
  useEffect(() => () => stop.current?.(), []);
  const start = async () => {
    setCamera('starting');
    try {
      const picture = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };
      const stream = await navigator.mediaDevices.getUserMedia({ video: picture });
      stop.current = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (!video.current) return stop.current();
      video.current.srcObject = stream;
      await video.current.play();
      setCamera('on');
    } catch {
      setCamera('refused');
    }
  };
  useEffect(() => {
    if (camera !== 'on' || isPaused) return;
    let isOver = false;
    const resumedAt = Date.now();
    const look = async () => {
      const read = await codeReader();
      while (!isOver && video.current) {
        const text = await read(video.current).catch(() => undefined);
        const isSame = text === lastText.current && Date.now() - resumedAt < SAME_CODE_MS;
        if (text && !isSame && !isOver) {
          lastText.current = text;
          return onCode(text);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [camera, isPaused, onCode]);
  return (
    <Card className="flex flex-col gap-4 p-4">
      <video
        ref={video}
        muted
        playsInline
        aria-label={t`Camera`}
        className={camera === 'on' ? 'aspect-square w-full rounded-md bg-stage object-cover' : 'hidden'}
      />
      {camera === 'on' ? (
        <p role="status" className="text-center font-medium">
          <Trans>Hold the code inside the picture.</Trans>
        </p>
      ) : (
        <Button icon={Camera} size="big" disabled={camera === 'starting'} onClick={() => void start()}>
          <Trans>Start camera</Trans>
        </Button>
      )}
      {camera === 'refused' && (
        <p role="alert" className="flex gap-2 text-danger-text">
          <CameraOff aria-hidden className="size-5 shrink-0" />
          {refused}
        </p>
      )}
    </Card>
  );
}
