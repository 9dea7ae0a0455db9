import { useCallback, useRef, useState } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { requestMediaToken } from './media-token.ts';

type MediaAddress = {
  address: string;
  captionsAddress: string | null;
  /** True when the video cannot be played for now. */
  hasFailed: boolean;
  /** To be called on the element's error; asks once for a token before it gives up (V4). */
  onFailure: (video: HTMLVideoElement | null) => void;
  /** To be called when the element knows its metadata: everything is well, and the video goes on where it was. */
  onPlayable: (video: HTMLVideoElement) => void;
  retry: (video: HTMLVideoElement | null) => void;
};

/** A new token that does not help at once is no help: without this a broken file would ask for ever. */
const ASK_AGAIN_MS = 60_000;

const assetId = (videoUrl: string) => /^\/media\/([^/?]+)/.exec(videoUrl)?.[1];
const withToken = (url: string, token: string | null) => (token ? `${url}?token=${encodeURIComponent(token)}` : url);

/**
 * The addresses of a lesson's video and captions. They are stable; before a service worker adds the bearer, a protected
 * video needs a token, and a token may run out in the middle: then a new one is asked for and the video goes on at the
 * same second.
 */
export function useMediaAddress(lesson: Pick<Lesson, 'videoUrl' | 'captionsUrl'>, isSignedIn: boolean): MediaAddress {
  const [token, setToken] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const goOn = useRef({ seconds: 0, plays: false });
  const videoUrl = lesson.videoUrl ?? '';

  const onFailure = async (video: HTMLVideoElement | null) => {
    if (video) goOn.current = { seconds: Math.max(goOn.current.seconds, video.currentTime), plays: !video.paused };
    const asset = assetId(videoUrl);
    const hasJustAsked = performance.now() - askedAt.current < ASK_AGAIN_MS;
    if (hasJustAsked || !isSignedIn || !asset) return setHasFailed(true);
    askedAt.current = performance.now();
    const fresh = await requestMediaToken(asset).catch(() => null);
    if (fresh) setToken(fresh);
    else setHasFailed(true);
  };

  const retry = useCallback((video: HTMLVideoElement | null) => {
    askedAt.current = Number.NEGATIVE_INFINITY;
    setHasFailed(false);
    video?.load();
  }, []);

  return {
    address: withToken(videoUrl, token),
    captionsAddress: lesson.captionsUrl && withToken(lesson.captionsUrl, token),
    hasFailed,
    onFailure: (video) => void onFailure(video),
    onPlayable: (video) => {
      setHasFailed(false);
      const { seconds, plays } = goOn.current;
      goOn.current = { seconds: 0, plays: false };
      if (seconds > 0) video.currentTime = seconds;
      if (plays) void video.play().catch(() => undefined);
    },
    retry,
  };
}
