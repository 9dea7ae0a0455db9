import { useCallback, useEffect, useState } from 'react';
import { readSetting, writeSetting } from '#sync/device.ts';
import { device } from '../device.ts';

const SPEED = 'player.speed';
const CAPTIONS = 'player.captions';

interface PlaybackChoices {
  speed: number;
  showsCaptions: boolean;
  setSpeed: (speed: number) => void;
  setShowsCaptions: (shown: boolean) => void;
}

/** Speed and captions as they were last chosen on this device; until they are read, and by default, 1 and shown. */
export function usePlaybackChoices(): PlaybackChoices {
  const [speed, chooseSpeed] = useState(1);
  const [showsCaptions, chooseCaptions] = useState(true);
  useEffect(() => {
    let current = true;
    void Promise.all([readSetting(device, SPEED), readSetting(device, CAPTIONS)]).then(
      ([keptSpeed, keptCaptions]) => {
        if (!current) return;
        if (typeof keptSpeed === 'number' && keptSpeed >= 0.5 && keptSpeed <= 2) chooseSpeed(keptSpeed);
        if (typeof keptCaptions === 'boolean') chooseCaptions(keptCaptions);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  const keep = useCallback((key: string, value: unknown) => {
    void writeSetting(device, key, value).catch(() => undefined);
  }, []);
  return {
    speed,
    showsCaptions,
    setSpeed: (chosen) => {
      chooseSpeed(chosen);
      keep(SPEED, chosen);
    },
    setShowsCaptions: (shown) => {
      chooseCaptions(shown);
      keep(CAPTIONS, shown);
    },
  };
}
