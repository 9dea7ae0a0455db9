import { useEffect, useRef, useState } from 'react';
import type { ShownLesson } from '#sync/store/wording.ts';
import { requestMediaToken } from '../../api/media-token.ts';
import { holdPosition, restorePosition } from './playback.ts';

/** Failures within this time count together: without it, a broken file would be requested forever. */
const TRIES_FORGOTTEN_MS = 60_000;

const assetId = (videoUrl: string) => /^\/media\/([^/?]+)/.exec(videoUrl)?.[1];
function withQuery(url: string, query: { token: string | null; again: number }): string {
  const search = new URLSearchParams();
  if (query.token) search.set('token', query.token);
  if (query.again) search.set('again', String(query.again));
  return search.size > 0 ? `${url}${url.includes('?') ? '&' : '?'}${search}` : url;
}

/** The addresses of a video and its captions, with a token where no worker adds one; a new one when that expires. */
export function useMediaAddress(
  lesson: Pick<ShownLesson, 'videoUrl' | 'captionsUrl' | 'captions'>,
  isSignedIn: boolean,
) {
  const [token, setToken] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const tries = useRef({ count: 0, since: Number.NEGATIVE_INFINITY });
  /** The element that was playing when it failed. */
  const playing = useRef<HTMLVideoElement>(undefined);
  const videoUrl = lesson.videoUrl ?? '';
  const translated = useTextAddress(lesson.captions);

  const onFailure = async (video: HTMLVideoElement | null) => {
    if (video) {
      holdPosition(video);
      if (!video.paused) playing.current = video;
    }
    const { count, since } = tries.current;
    const isNew = performance.now() - since > TRIES_FORGOTTEN_MS;
    tries.current = isNew ? { count: 1, since: performance.now() } : { count: count + 1, since };
    // A service worker that takes over during playback breaks the stream, and Chromium would reuse what it has of the
    // same address: another query starts another stream.
    if (tries.current.count === 1) return setAgain((count) => count + 1);
    const asset = assetId(videoUrl);
    const fresh =
      tries.current.count === 2 && isSignedIn && asset ? await requestMediaToken(asset).catch(() => null) : null;
    if (fresh) setToken(fresh);
    else setHasFailed(true);
  };

  const retry = () => {
    tries.current = { count: 0, since: Number.NEGATIVE_INFINITY };
    setHasFailed(false);
    setAgain((count) => count + 1);
  };

  return {
    address: withQuery(videoUrl, { token, again }),
    captionsAddress: translated ?? (lesson.captionsUrl && withQuery(lesson.captionsUrl, { token, again: 0 })),
    /** True when the video cannot be played for now. */
    hasFailed,
    /** Call this on the element's error: reloads once, then gets a token, then gives up. */
    onFailure: (video: HTMLVideoElement | null) => void onFailure(video),
    /** Call this when the metadata has loaded: the video continues where it was. */
    onPlayable: (video: HTMLVideoElement) => {
      setHasFailed(false);
      restorePosition(video);
      if (playing.current === video) void video.play().catch(() => undefined);
      playing.current = undefined;
    },
    retry,
  };
}

/** An address of captions that are here as a text; undefined without one. */
function useTextAddress(text: string | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (text === undefined) return;
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [text]);
  return address;
}
